import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { type Actor, logState } from '../../platform/state-log/state-log.store.ts';
import { readPurchasables } from '../../content/catalogue/package.store.ts';
import type { CompletionEffects } from '../learning/completion.effects.ts';
import { noClass } from './apply.action.ts';
import { leave } from './quit.action.ts';
import { proveMember } from './member-scope.ts';
import { logMembers, openCourses, notifyMembers } from './seats.action.ts';
import { canBecome, memberNames } from './training-class.rules.ts';
import {
  findMember,
  lockClasses,
  lockMembers,
  setClass,
  setMemberStatus,
} from './training-class.store.ts';

export type Decision = 'admitted' | 'rejected' | 'removed';

const words: Record<Decision, (name: string, reason: string) => { title: string; text: string }> = {
  admitted: (name) => ({ title: '报名已通过', text: `您报名的“${name}”已通过审核，课程已开通。` }),
  rejected: (name, reason) => ({
    title: '报名未通过',
    text: `您报名的“${name}”未通过审核：${reason}`,
  }),
  removed: (name, reason) => ({ title: '已被移出培训班', text: `您已被移出“${name}”：${reason}` }),
};

/** Admits a person from the waiting list out of turn. If all seats are taken the class gets one
 * more. Idempotent. */
export const moveFromList = (
  db: Db,
  { class_id, user_id }: { class_id: string; user_id: string },
  { reason, actor }: { reason: string; actor: Actor },
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockMembers(tx, [user_id]);
    const trainingClass = (await lockClasses(tx, [class_id])).get(class_id);
    const member = trainingClass && (await findMember(tx, class_id, user_id));
    if (!member) throw noClass();
    if (member.member_status === 'admitted' || member.member_status === 'studying') return;
    if (member.member_status !== 'waiting')
      throw new RefusalError(
        400,
        `当前状态为“${memberNames[member.member_status]}”，不在候补名单中`,
      );
    if (trainingClass.status !== 'published' || now >= trainingClass.end_at)
      throw new RefusalError(400, '培训班已结束或已取消');
    await proveMember(tx, member, actor, now);
    const seats = Math.max(trainingClass.seats, trainingClass.taken + 1);
    await setClass(tx, class_id, {
      seats,
      taken: trainingClass.taken + 1,
      waiting: trainingClass.waiting - 1,
    });
    if (seats > trainingClass.seats)
      await logState(tx, {
        entity: 'class',
        entity_id: class_id,
        from: `seats ${trainingClass.seats}`,
        to: `seats ${seats}`,
        ...actor,
        reason,
        at: now,
      });
    await setMemberStatus(tx, [member.member_id], 'admitted', now);
    await logMembers(tx, [{ member, from: 'waiting', to: 'admitted', actor, reason }], now);
    await openCourses(tx, trainingClass, [{ ...member, actor }], now);
    const purchasable = (await readPurchasables(tx, trainingClass.site_id, [class_id])).get(
      class_id,
    );
    const text = `您候补的“${purchasable?.content.title ?? ''}”已为您安排名额，课程已开通。`;
    await notifyMembers(tx, trainingClass, [member], { title: '候补成功', text }, now);
  });

/** Decides about a member. Idempotent. */
export const decideMember = (
  db: Db,
  completion: CompletionEffects,
  { class_id, user_id }: { class_id: string; user_id: string },
  { to, reason, actor }: { to: Decision; reason: string; actor: Actor },
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockMembers(tx, [user_id]);
    const trainingClass = (await lockClasses(tx, [class_id])).get(class_id);
    const member = trainingClass && (await findMember(tx, class_id, user_id));
    if (!member) throw noClass();
    if (member.member_status === to) return;
    const isFromList = member.member_status === 'waiting' && to === 'admitted';
    if (isFromList || !canBecome(member.member_status, to))
      throw new RefusalError(400, `当前状态为“${memberNames[member.member_status]}”，不能这样处理`);
    const purchasable = (await readPurchasables(tx, trainingClass.site_id, [class_id])).get(
      class_id,
    );
    if (to === 'admitted') {
      await proveMember(tx, member, actor, now);
      await setMemberStatus(tx, [member.member_id], to, now);
      await logMembers(tx, [{ member, from: member.member_status, to, actor, reason }], now);
      await openCourses(tx, trainingClass, [{ ...member, actor }], now);
    } else await leave(tx, completion, trainingClass, { member, to, actor, reason }, now);
    await notifyMembers(
      tx,
      trainingClass,
      [member],
      words[to](purchasable?.content.title ?? '', reason),
      now,
    );
  });
