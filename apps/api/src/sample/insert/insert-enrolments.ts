import type { Db } from '../../platform/database/database.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { insertLearnings } from '../../study/learning/learning.store.ts';
import type { StoredLearnStatus } from '../../study/learning/learning.tables.ts';
import { recompute } from '../../study/learning/recompute.action.ts';
import { insertProgress, insertStudyDays } from '../../study/learning/progress/progress.store.ts';
import { measureSpans, merge, type Span } from '../../study/learning/progress/spans.rules.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { courses } from '@cme/sample/courses';
import { toMoment } from '@cme/sample/moments';
import { people } from '@cme/sample/people';
import type { SampleEnrolment, SamplePerson, SampleProgress } from '@cme/sample/shapes';
import { sites } from '@cme/sample/sites';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';

const day = 86_400_000;
const coursesById = new Map(courses.map((course) => [course.id, course]));

/** Enrolments and progress of the sample learners. Requires their accounts and the courses. */
export async function insertSampleEnrolments(db: Db, now: Date): Promise<void> {
  for (const person of people) {
    for (const enrolment of person.enrolments) await insertEnrolment(db, person, enrolment, now);
  }
}

export async function insertEnrolment(
  db: Db,
  person: SamplePerson,
  enrolment: SampleEnrolment,
  now: Date,
): Promise<void> {
  const { learning_id, course_id, learn_status, last_section_id } = enrolment;
  if (!(await readCourseFacts(db, [course_id])).has(course_id))
    throw new Error(`the sample has no course ${course_id}`);
  const joined_at = toMoment(enrolment.joined, now);
  const rows = enrolment.sections.map((row) => progressRow(learning_id, row, now));
  await insertProgress(db, rows);
  await insertStudyDays(db, sumStudyDays(person.user_id, rows));
  const latest = Math.max(
    joined_at.getTime(),
    ...rows.map(({ updated_at }) => updated_at.getTime()),
  );
  await insertLearnings(db, [
    {
      learning_id,
      user_id: person.user_id,
      content_id: course_id,
      site_id: sites.find(({ key }) => key === person.site)?.site_id ?? '',
      source: 'sample',
      learn_status: storedStatus(learn_status),
      joined_at,
      study_end_at: studyEnd(enrolment, joined_at, now),
      last_section_id,
      last_at: new Date(latest),
      ...(rows.length > 0 ? { started_at: joined_at } : {}),
      ...toCompletion(enrolment, now),
    },
  ]);
  await db.transaction((tx) => recompute(tx, completion, learning_id, now));
}

/** An expired enrolment was open when its time ended. */
const storedStatus = (status: SampleEnrolment['learn_status']): StoredLearnStatus =>
  status === 'expired' ? 'studying' : status;

function toCompletion({ learn_status, completed }: SampleEnrolment, now: Date) {
  return learn_status === 'completed' && completed
    ? { completed_at: toMoment(completed, now), progress: 100, credit_status: 'can_apply' as const }
    : {};
}

function studyEnd(
  { course_id, learn_status, endsInDays }: SampleEnrolment,
  joined: Date,
  now: Date,
): Date {
  if (endsInDays) return new Date(now.getTime() + endsInDays * day);
  if (learn_status === 'expired') return new Date(now.getTime() - day);
  return new Date(joined.getTime() + (coursesById.get(course_id)?.study_days ?? 180) * day);
}

function progressRow(
  learningId: string,
  { section_id, section_status, ranges, last_position, at }: SampleProgress,
  now: Date,
) {
  const watched_ranges = merge(
    ranges.map(([from, to]): Span => [Math.round(from * 1000), Math.round(to * 1000)]),
  );
  const updated_at = toMoment(at, now);
  return {
    learning_id: learningId,
    section_id,
    section_status,
    watched_ranges,
    covered_ms: measureSpans(watched_ranges),
    furthest_ms: watched_ranges.at(-1)?.[1] ?? 0,
    last_position_ms: Math.round(last_position * 1000),
    updated_at,
    finished_at: section_status === 'finished' ? updated_at : null,
  };
}

function sumStudyDays(userId: string, rows: ReturnType<typeof progressRow>[]) {
  const days = new Map<string, number>();
  for (const { updated_at, covered_ms } of rows)
    days.set(formatDay(updated_at), (days.get(formatDay(updated_at)) ?? 0) + covered_ms);
  return [...days].map(([day, countedMs]) => ({ user_id: userId, day, counted_ms: countedMs }));
}
