import type { Db } from '../../database/database.ts';
import { system } from '../../state-log/state-log.store.ts';
import { packageCourses } from '../catalogue/package.store.ts';
import { learningsAmong } from '../learning/owned.store.ts';
import { logMembers } from './seats.action.ts';
import { attendanceOf } from './sign.rules.ts';
import { readSignsOf, statusesOf } from './sign.store.ts';
import { type ClassMember, setMemberStatus, type TrainingClass } from './trainingclass.store.ts';

/** Effects of a qualification in higher modules, passed in by `app.ts`. */
export interface ClassEffects {
  /** Issues the certificate of the class, once. */
  certify(tx: Db, member: ClassMember, of: TrainingClass, now: Date): Promise<void>;
}

/** Required courses are completed, including their examinations and surveys, and attendance is
 * sufficient. */
export async function isQualified(tx: Db, of: TrainingClass, userId: string): Promise<boolean> {
  const signs = statusesOf(await readSignsOf(tx, userId, [of.class_id]), of.class_id);
  if (attendanceOf(of.timetable, signs).percent < of.rule.attendance) return false;
  if (!of.rule.courses) return true;
  const courses = (await packageCourses(tx, [of.class_id])).get(of.class_id) ?? [];
  const ids = courses
    .filter(({ required }) => required === 'Y')
    .map(({ content_id }) => content_id);
  const mine = await learningsAmong(tx, userId, ids);
  return ids.every((id) => mine.get(id)?.learn_status === 'completed');
}

/** Qualifies a member after the end, because a lesson was made up. */
export async function qualifyLate(
  tx: Db,
  effects: ClassEffects,
  of: TrainingClass,
  member: ClassMember,
  now: Date,
): Promise<void> {
  if (member.member_status !== 'unqualified' || !(await isQualified(tx, of, member.user_id)))
    return;
  await logMembers(tx, [{ member, from: 'unqualified', to: 'qualified', actor: system }], now);
  await setMemberStatus(tx, [member.member_id], 'qualified', now);
  await effects.certify(tx, member, of, now);
}
