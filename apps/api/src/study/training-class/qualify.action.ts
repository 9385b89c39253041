import type { Db } from '../../platform/database/database.ts';
import { system } from '../../platform/state-log/state-log.store.ts';
import { packageCourses } from '../../content/catalogue/package-courses.store.ts';
import { learningsAmong } from '../learning/owned.store.ts';
import { verdictOn } from './member-scope.ts';
import { logMembers } from './seats.action.ts';
import { computeAttendance } from './sign.rules.ts';
import { readPersonSigns, toSignStatuses } from './sign.store.ts';
import {
  type ClassMember,
  readClass,
  readUnqualified,
  setMemberStatus,
  type TrainingClass,
} from './training-class.store.ts';

/** Effects of a qualification in higher rooms, passed in by `app.ts`. */
export interface ClassEffects {
  /** Issues the certificate of the class, once. */
  certify(tx: Db, member: ClassMember, trainingClass: TrainingClass, now: Date): Promise<void>;
}

/** Required courses are completed, including their examinations and surveys, attendance is
 * sufficient, and the person still belongs to the class. */
export async function isQualified(
  tx: Db,
  trainingClass: TrainingClass,
  userId: string,
): Promise<boolean> {
  const signs = toSignStatuses(
    await readPersonSigns(tx, userId, [trainingClass.class_id]),
    trainingClass.class_id,
  );
  if (computeAttendance(trainingClass.timetable, signs).percent < trainingClass.rule.attendance)
    return false;
  if ((await verdictOn(tx, trainingClass.class_id, userId)).state !== 'in') return false;
  if (!trainingClass.rule.courses) return true;
  const courses =
    (await packageCourses(tx, [trainingClass.class_id])).get(trainingClass.class_id) ?? [];
  const ids = courses
    .filter(({ required }) => required === 'Y')
    .map(({ content_id }) => content_id);
  const learnings = await learningsAmong(tx, userId, ids);
  return ids.every((id) => learnings.get(id)?.learn_status === 'completed');
}

/** Qualifies a member after the end, because a lesson was made up or a fact verified. */
export async function qualifyLate(
  tx: Db,
  effects: ClassEffects,
  trainingClass: TrainingClass,
  member: ClassMember,
  now: Date,
): Promise<void> {
  if (
    member.member_status !== 'unqualified' ||
    !(await isQualified(tx, trainingClass, member.user_id))
  )
    return;
  await logMembers(tx, [{ member, from: 'unqualified', to: 'qualified', actor: system }], now);
  await setMemberStatus(tx, [member.member_id], 'qualified', now);
  await effects.certify(tx, member, trainingClass, now);
}

/** Qualifies a person in the classes where only a verified fact was missing. */
export async function qualifyProven(
  tx: Db,
  effects: ClassEffects,
  userId: string,
  now: Date,
): Promise<void> {
  for (const member of await readUnqualified(tx, userId)) {
    const trainingClass = await readClass(tx, member.class_id);
    if (trainingClass) await qualifyLate(tx, effects, trainingClass, member, now);
  }
}
