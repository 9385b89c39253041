import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { type Actor, logState } from '../../../platform/state-log/state-log.store.ts';
import { readPurchasables } from '../../../content/catalogue/package.store.ts';
import { faultsBeforePublishing, paragraphs } from './edit.rules.ts';
import { fillSeats, notifyMembers } from '../seats.action.ts';
import { lockClasses, readPresent, setClass, type TrainingClass } from '../training-class.store.ts';
import type { Lesson } from '../training-class.tables.ts';

interface Change {
  tx: Db;
  trainingClass: TrainingClass;
  title: string;
  courses: number;
  isOnSale: boolean;
}

/** Changes a locked class and describes the change for the state log; undefined if nothing
 * changed. */
const changeClass = <Done>(
  db: Db,
  classId: string,
  actor: Actor,
  now: Date,
  change: (change: Change) => Promise<{ done: Done; from?: string; to?: string }>,
): Promise<Done> =>
  db.transaction(async (tx) => {
    const trainingClass = (await lockClasses(tx, [classId])).get(classId);
    const purchasable =
      trainingClass && (await readPurchasables(tx, trainingClass.site_id, [classId])).get(classId);
    if (!purchasable) throw new NotPossibleError('没有找到该培训班');
    const {
      done,
      from = '',
      to,
    } = await change({
      tx,
      trainingClass,
      title: purchasable.content.title,
      courses: purchasable.courses.length,
      isOnSale: purchasable.content.status === 'on',
    });
    if (to !== undefined)
      await logState(tx, {
        entity: 'class',
        entity_id: classId,
        from,
        to,
        ...actor,
        reason: '',
        at: now,
      });
    return done;
  });

/** Publishes a draft class. False if it is published already. */
export const publishClass = (db: Db, classId: string, actor: Actor, now: Date): Promise<boolean> =>
  changeClass(db, classId, actor, now, async ({ tx, trainingClass, ...about }) => {
    if (trainingClass.status === 'published') return { done: false };
    if (trainingClass.status !== 'draft') throw new NotPossibleError('该培训班已取消或归档');
    const faults = faultsBeforePublishing(trainingClass, about);
    if (faults.length > 0) throw new NotPossibleError(`不能发布：${faults.join('；')}`);
    await setClass(tx, classId, { status: 'published' });
    return { done: true, from: 'draft', to: 'published' };
  });

/** Changes the number of seats, not below those taken; new seats go to the waiting list in
 * order. */
export const setSeats = (
  db: Db,
  { class_id, seats }: { class_id: string; seats: number },
  actor: Actor,
  now: Date,
): Promise<{ taken: number; waiting: number }> =>
  changeClass(db, class_id, actor, now, async ({ tx, trainingClass, title }) => {
    if (seats < trainingClass.taken)
      throw new NotPossibleError(`已有${trainingClass.taken}人占用名额，不能少于此数`);
    if (seats === trainingClass.seats) return { done: trainingClass };
    await setClass(tx, class_id, { seats });
    await fillSeats(tx, { ...trainingClass, seats }, title, now);
    const addedSeats =
      trainingClass.status === 'published' && now < trainingClass.start_at
        ? seats - trainingClass.taken
        : 0;
    const moved = Math.max(0, Math.min(addedSeats, trainingClass.waiting));
    return {
      done: { taken: trainingClass.taken + moved, waiting: trainingClass.waiting - moved },
      from: `seats ${trainingClass.seats}`,
      to: `seats ${seats}`,
    };
  });

/** Replaces the timetable and notifies the members. False if it is unchanged. */
export const setTimetable = (
  db: Db,
  { class_id, timetable }: { class_id: string; timetable: Lesson[] },
  actor: Actor,
  now: Date,
): Promise<boolean> =>
  changeClass(db, class_id, actor, now, async ({ tx, trainingClass, title }) => {
    if (serializeTimetable(trainingClass.timetable) === serializeTimetable(timetable))
      return { done: false };
    await setClass(tx, class_id, { timetable });
    await notifyMembers(
      tx,
      trainingClass,
      await readPresent(tx, class_id),
      { title: '课程表已更新', text: `“${title}”的课程表已更新，请查看上课时间和地点。` },
      now,
    );
    const from = trainingClass.timetable.length;
    const to = timetable.length;
    return { done: true, from: `timetable ${from}`, to: `timetable ${to}` };
  });

/** jsonb does not preserve the order of fields. */
const serializeTimetable = (timetable: readonly Lesson[]): string =>
  JSON.stringify(
    timetable.map(({ day, from, to, title, teacher, place, hours }) => [
      day,
      from,
      to,
      title,
      teacher,
      place,
      hours,
    ]),
  );

/** Publishes a notice of a class and notifies the members. Idempotent. */
export const publishNotice = (
  db: Db,
  { class_id, heading, text }: { class_id: string; heading: string; text: string },
  actor: Actor,
  now: Date,
): Promise<boolean> =>
  changeClass(db, class_id, actor, now, async ({ tx, trainingClass, title }) => {
    const html = paragraphs(text);
    if (trainingClass.notices.some((notice) => notice.title === heading && notice.html === html))
      return { done: false };
    const id = ulid(now.getTime());
    const notice = { id, title: heading, html, publish_at: now.toISOString() };
    await setClass(tx, class_id, { notices: [...trainingClass.notices, notice] });
    await notifyMembers(
      tx,
      trainingClass,
      await readPresent(tx, class_id),
      { title: '培训班通知', text: `“${title}”发布了通知：${heading}` },
      now,
    );
    return { done: true, to: `notice ${id}` };
  });
