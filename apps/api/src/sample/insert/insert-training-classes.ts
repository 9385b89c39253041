import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanHtml } from '@cme/contract/html';
import { classAgreement } from '@cme/contract/study';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { formatDay, formatTime } from '../../platform/http/format-time.ts';
import { insertPackage } from '../../content/catalogue/write/catalogue.write.ts';
import { attachFiles } from '../../person/file/attach.action.ts';
import { storeFile } from '../../person/file/store-file.action.ts';
import { logMembers, openCourses } from '../../study/training-class/seats.action.ts';
import { insertClass, insertTrainings } from '../../study/training-class/insert-class.store.ts';
import {
  type ClassMember,
  findClass,
  putMembers,
} from '../../study/training-class/training-class.store.ts';
import type {
  Handout,
  Lesson,
  MemberStatus,
} from '../../study/training-class/training-class.tables.ts';
import { fileOwner } from '../../study/training-class/calls/handout.view.ts';
import { sampleId } from '@cme/sample/ids';
import { sites } from '@cme/sample/sites';
import {
  type FromToday,
  type SampleClass,
  type SampleLesson,
  trainingClasses,
  trainings,
} from '@cme/sample/training-classes';

const day = 86_400_000;
const files = join(import.meta.dirname, '../../../media/handouts');
const getSiteId = (key: string) => sites.find((site) => site.key === key)?.site_id ?? '';

/** This many days after `now`, at that time in Asia/Shanghai. */
const toTimeFromToday = ({ days, time }: FromToday, now: Date): Date =>
  new Date(`${formatDay(new Date(now.getTime() + days * day))}T${time}:00+08:00`);

/** Trainings with their classes and members. Requires courses, teachers and people. */
export async function insertSampleClasses(
  db: Db,
  context: Pick<AppContext, 'settings' | 'now'>,
  now: Date,
): Promise<void> {
  await insertTrainings(
    db,
    trainings.map(({ site, html, ...row }) => ({
      ...row,
      site_id: getSiteId(site),
      html: cleanHtml(html),
    })),
  );
  const stored = new Map<string, string>();
  for (const trainingClass of trainingClasses) {
    await insertContent(db, trainingClass, now);
    await insertRow(
      db,
      trainingClass,
      await storeHandouts(db, context, trainingClass, stored),
      now,
    );
    await insertMembers(db, trainingClass, now);
  }
}

const insertContent = (db: Db, item: SampleClass, now: Date): Promise<void> =>
  insertPackage(
    db,
    {
      content: {
        content_id: item.id,
        // The class is held in the year of its first day.
        title: item.title.replace(
          /^\d{4}(?=年)/,
          formatDay(toTimeFromToday(item.held[0], now)).slice(0, 4),
        ),
        subtitle: item.subtitle,
        cover: item.cover,
        summary: item.summary,
        detail_html: item.detail_html,
        discipline: item.discipline,
        leader: item.leader,
        source_unit: item.source_unit,
        series_codes: item.series_codes,
        levels: item.levels,
        tags: item.tags,
        hours: item.hours,
        credits: item.credits,
        year: item.year,
        subject_kind: item.subject_kind,
        project_no: item.class_no,
        project_level: '省',
        credit_type: 'new',
        is_free: 'Y',
        status: 'on',
        apply_scope: item.scope,
        publish_at: new Date(toTimeFromToday(item.enroll[0], now).getTime() - 100 * day),
        start_at: toTimeFromToday(item.enroll[0], now),
        end_at: toTimeFromToday(item.held[1], now),
      },
      courses: item.courses.map((contentId) => ({ content_id: contentId })),
      teachers: item.teachers,
      sites: [{ site_id: getSiteId(item.site), sort: 300 }],
    },
    'X',
  );

async function insertRow(
  db: Db,
  item: SampleClass,
  resources: Handout[],
  now: Date,
): Promise<void> {
  const start_at = toTimeFromToday(item.held[0], now);
  await insertClass(db, {
    class_id: item.id,
    site_id: getSiteId(item.site),
    training_id: item.training_id,
    class_no: item.class_no,
    period: item.period,
    status: 'published',
    enroll_from: toTimeFromToday(item.enroll[0], now),
    enroll_to: toTimeFromToday(item.enroll[1], now),
    start_at,
    end_at: toTimeFromToday(item.held[1], now),
    seats: item.seats,
    taken: item.taken + item.members.length,
    waiting: item.waiting,
    waiting_limit: item.waiting_limit,
    last_number: item.taken + item.members.length + item.waiting,
    review: item.review,
    place: item.place,
    traffic: item.traffic,
    contact: item.contact,
    timetable: item.timetable
      .map((lesson) => toLesson(lesson, start_at, now))
      .toSorted((a, b) => `${a.day} ${a.from}`.localeCompare(`${b.day} ${b.from}`)),
    notices: item.notices.map(({ title, html, daysAgo }) => ({
      id: sampleId('class notice', item.key, title),
      title,
      html: cleanHtml(html),
      publish_at: new Date(now.getTime() - daysAgo * day).toISOString(),
    })),
    resources,
    rule: item.rule,
  });
}

function toLesson(
  { day: dayNumber, minutes, ...lesson }: SampleLesson,
  startAt: Date,
  now: Date,
): Lesson {
  if (minutes === undefined)
    return { ...lesson, day: formatDay(new Date(startAt.getTime() + dayNumber * day)) };
  const begin = new Date(now.getTime() + minutes * 60_000);
  const end = new Date(begin.getTime() + lesson.hours * 3_600_000);
  const clock = (moment: Date) => formatTime(moment).slice(11, 16);
  return { ...lesson, day: formatDay(begin), from: clock(begin), to: clock(end) };
}

async function storeHandouts(
  db: Db,
  context: Pick<AppContext, 'settings' | 'now'>,
  { id, site, title, handouts }: SampleClass,
  stored: Map<string, string>,
): Promise<Handout[]> {
  const site_id = getSiteId(site);
  const resources: Handout[] = [];
  for (const { file, title: name, members_only } of handouts) {
    const file_id =
      stored.get(file) ??
      (
        await storeFile(context, db, {
          site_id,
          kind: 'resource',
          format: 'pdf',
          name: `${name}.pdf`,
          bytes: await readFile(join(files, file)),
        })
      ).file_id;
    stored.set(file, file_id);
    resources.push({ file_id, title: name, members_only });
  }
  await attachFiles(db, {
    owner_type: fileOwner,
    owner_id: id,
    site_id,
    user_id: '',
    title,
    file_ids: resources.map(({ file_id }) => file_id),
    kinds: ['resource'],
    most: 20,
  });
  return resources;
}

/** People of the sample, and placeholders without an account that only take seats. */
async function insertMembers(db: Db, item: SampleClass, now: Date): Promise<void> {
  const site_id = getSiteId(item.site);
  const applied_at = new Date(
    Math.min(now.getTime(), toTimeFromToday(item.enroll[0], now).getTime() + day),
  );
  const own = item.members.map((key) => sampleId('user', key));
  const others = Array.from({ length: item.taken + item.waiting }, (_, index) =>
    sampleId('classmate', item.key, String(index)),
  );
  const seated = own.length + item.taken;
  const admitted: MemberStatus = item.review === 'Y' ? 'applied' : 'admitted';
  const rows = [...own, ...others].map((userId, index): ClassMember => ({
    member_id: sampleId('class member', item.key, userId),
    class_id: item.id,
    site_id,
    training_id: item.training_id,
    user_id: userId,
    member_status: index < seated ? admitted : 'waiting',
    number: index + 1,
    agree_version: classAgreement,
    applied_at,
    changed_at: applied_at,
  }));
  await putMembers(db, rows);
  await logMembers(
    db,
    rows.map((member) => ({
      member,
      from: '' as const,
      to: member.member_status,
      actor: { actor_type: 'learner' as const, actor_id: member.user_id },
    })),
    applied_at,
  );
  const trainingClass = await findClass(db, site_id, item.id);
  if (trainingClass)
    await openCourses(
      db,
      trainingClass,
      rows.slice(0, own.length).map((member) => ({
        ...member,
        actor: { actor_type: 'learner' as const, actor_id: member.user_id },
      })),
      applied_at,
    );
}
