import type { ClassRow } from '@cme/contract/study';
import type { Db } from '../../../platform/database/database.ts';
import { readCourseFacts } from '../../../content/catalogue/catalogue.store.ts';
import { learningsAmong } from '../../learning/owned.store.ts';
import { isActive } from '../training-class.rules.ts';
import type { Asker, PlacedClass } from './training-class.view.ts';

/** The classes that a person still belongs to. */
export const getOpenIds = ({ members }: Asker): string[] =>
  members.filter(({ member_status }) => isActive(member_status)).map(({ class_id }) => class_id);

/** Adds to rows of one's own classes how far one is, what comes next, and the notices. */
export async function addMyProgress(
  db: Db,
  { rows, placed }: { rows: readonly ClassRow[]; placed: readonly PlacedClass[] },
  userId: string,
  now: Date,
): Promise<ClassRow[]> {
  const requiredOf = ({ thing }: PlacedClass) =>
    thing.courses.filter(({ required }) => required === 'Y').map(({ content_id }) => content_id);
  const ids = [...new Set(placed.flatMap(requiredOf))];
  const learnings = await learningsAmong(db, userId, ids);
  const courses = await readCourseFacts(db, ids);
  return rows.map((row, index) => {
    const item = placed[index];
    if (!item || !row.my) return row;
    const required = requiredOf(item);
    const next = required.find((id) => learnings.get(id)?.learn_status !== 'completed');
    const lesson = findNextLesson(item, now);
    const sum = required.reduce((total, id) => total + (learnings.get(id)?.progress ?? 0), 0);
    return {
      ...row,
      notice_count: item.trainingClass.notices.filter(
        (notice) => new Date(notice.publish_at) <= now,
      ).length,
      my: {
        ...row.my,
        ...(required.length > 0 ? { progress: Math.floor(sum / required.length) } : {}),
        ...(next === undefined
          ? {}
          : { next_course: { id: next, title: courses.get(next)?.title ?? '' } }),
        ...(lesson ? { next_lesson: lesson } : {}),
      },
    };
  });
}

/** Lessons are kept in order of time, in Asia/Shanghai. */
function findNextLesson({ trainingClass: { timetable, status } }: PlacedClass, now: Date) {
  if (status !== 'published') return undefined;
  const lesson = timetable
    .toSorted((a, b) => `${a.day} ${a.from}`.localeCompare(`${b.day} ${b.from}`))
    .find(({ day, to }) => new Date(`${day}T${to}:00+08:00`) > now);
  if (!lesson) return undefined;
  const { title, day, from, to, place } = lesson;
  return { title, day, from, to, place };
}
