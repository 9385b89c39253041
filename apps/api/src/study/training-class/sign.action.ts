import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { type Actor, logState } from '../../platform/state-log/state-log.store.ts';
import { lockUser } from '../../person/identity/user.store.ts';
import { type ClassEffects, qualifyLate } from './qualify.action.ts';
import { requireInScope } from './member-scope.ts';
import { canSign, sessionId, statusOfSigning } from './sign.rules.ts';
import { findSign, insertSign, putSign, type SignRow } from './sign.store.ts';
import { findMember, type TrainingClass } from './training-class.store.ts';
import type { Lesson, SignStatus } from './training-class.tables.ts';

/** Members who may check in: they have a seat, and qualification is not decided. */
const signing: readonly string[] = ['admitted', 'studying'];

export const notMember = () => new RefusalError(400, '您不是该班学员，不能签到', 'not_owned');
const signingClosed = () =>
  new RefusalError(400, '不在签到时间内（上课前后30分钟）', 'sign_closed');
export const wrongCode = () =>
  new RefusalError(400, '签到码不正确或已过期，请重新查看', 'sign_code');

/** The lesson with this key. */
export function requireLesson({ timetable }: TrainingClass, session: string): Lesson {
  const lesson = timetable.find((item) => sessionId(item) === session);
  if (!lesson) throw new RefusalError(404, '课程表中没有这节课', 'not_found');
  return lesson;
}

/** Checks a member in to a current lesson; the first time counts. */
export async function signIn(
  db: Db,
  {
    trainingClass,
    lesson,
    user_id,
  }: { trainingClass: TrainingClass; lesson: Lesson; user_id: string },
  { way, actor_id }: Pick<SignRow, 'way' | 'actor_id'>,
  now: Date,
): Promise<SignRow> {
  const member = await findMember(db, trainingClass.class_id, user_id);
  if (!member || !signing.includes(member.member_status)) throw notMember();
  const membership = { class_id: trainingClass.class_id, session_id: sessionId(lesson), user_id };
  const sign = await findSign(db, membership);
  if (sign) return sign;
  if (!canSign(lesson, now)) throw signingClosed();
  await requireInScope(db, trainingClass.class_id, user_id);
  const sign_status = statusOfSigning(lesson, now);
  await insertSign(db, { ...membership, sign_status, way, reason: '', actor_id, signed_at: now });
  const row = await findSign(db, membership);
  if (!row) throw new Error('a new check-in was not found');
  return row;
}

interface Writing {
  trainingClass: TrainingClass;
  lesson: Lesson;
  user_id: string;
  sign_status: SignStatus;
  reason: string;
  actor: Actor;
}

/** Records a teacher's decision about attendance, with a reason: made up, excused, or revoked.
 * After the end, a member may become qualified by it. */
export const writeSign = (
  db: Db,
  effects: ClassEffects,
  { trainingClass, lesson, user_id, sign_status, reason, actor }: Writing,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockUser(tx, user_id);
    const member = await findMember(tx, trainingClass.class_id, user_id);
    if (!member || ![...signing, 'qualified', 'unqualified'].includes(member.member_status))
      throw notMember();
    const membership = { class_id: trainingClass.class_id, session_id: sessionId(lesson), user_id };
    const before = await findSign(tx, membership);
    if (before?.sign_status === sign_status) return;
    const row = { ...membership, sign_status, way: 'teacher' as const, reason, signed_at: now };
    await putSign(tx, { ...row, actor_id: actor.actor_id });
    await logState(tx, {
      entity: 'class_sign',
      entity_id: `${member.member_id}/${membership.session_id}`,
      from: before?.sign_status ?? '',
      to: sign_status,
      ...actor,
      reason,
      at: now,
    });
    await qualifyLate(tx, effects, trainingClass, member, now);
  });
