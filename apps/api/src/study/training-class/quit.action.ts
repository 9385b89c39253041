import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import type { Actor } from '../../platform/state-log/state-log.store.ts';
import { readPurchasables } from '../../content/catalogue/package.store.ts';
import type { CompletionEffects } from '../learning/completion.effects.ts';
import { revokeLearnings } from '../learning/revoke.action.ts';
import { noClass } from './apply.action.ts';
import { fillSeats, logMembers } from './seats.action.ts';
import { canQuit, hasSeat } from './training-class.rules.ts';
import {
  type ClassMember,
  findMember,
  lockClasses,
  lockMembers,
  setMemberStatus,
  type TrainingClass,
} from './training-class.store.ts';
import type { MemberStatus } from './training-class.tables.ts';

/** Withdraws from a class before it begins. The first person on the waiting list gets the seat in
 * the same transaction. Idempotent. */
export const quitClass = (
  db: Db,
  completion: CompletionEffects,
  owner: { site_id: string; user_id: string },
  classId: string,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockMembers(tx, [owner.user_id]);
    const trainingClass = (await lockClasses(tx, [classId])).get(classId);
    const member = trainingClass && (await findMember(tx, classId, owner.user_id));
    if (!member || trainingClass.site_id !== owner.site_id || trainingClass.status === 'draft')
      throw noClass();
    if (member.member_status === 'quit') return;
    if (!canQuit(trainingClass, member.member_status, now))
      throw new RefusalError(400, '培训班已开班，不能取消报名', 'class_closed');
    const actor: Actor = { actor_type: 'learner', actor_id: owner.user_id };
    await leave(
      tx,
      completion,
      trainingClass,
      { member, to: 'quit', actor, reason: '取消报名' },
      now,
    );
  });

/** Removes a member from a locked class: their unfinished courses are closed, and the seat is
 * passed on. */
export async function leave(
  tx: Db,
  completion: CompletionEffects,
  trainingClass: TrainingClass,
  step: { member: ClassMember; to: MemberStatus; actor: Actor; reason: string },
  now: Date,
): Promise<void> {
  const { member, to, actor, reason } = step;
  const from = member.member_status;
  await setMemberStatus(tx, [member.member_id], to, now);
  await logMembers(tx, [{ member, from, to, actor, reason }], now);
  await revokeLearnings(
    tx,
    completion,
    { source: 'class', source_id: member.member_id },
    now,
    reason,
  );
  const left = hasSeat(from)
    ? { ...trainingClass, taken: trainingClass.taken - 1 }
    : { ...trainingClass, waiting: trainingClass.waiting - (from === 'waiting' ? 1 : 0) };
  const purchasable = (
    await readPurchasables(tx, trainingClass.site_id, [trainingClass.class_id])
  ).get(trainingClass.class_id);
  await fillSeats(tx, left, purchasable?.content.title ?? '', now);
}
