import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { system } from '../../platform/state-log/state-log.store.ts';
import { type ClassEffects, isQualified } from './qualify.action.ts';
import { scopeFault, verdictOn } from './member-scope.ts';
import { logMembers, notifyMembers } from './seats.action.ts';
import {
  type ClassMember,
  findMember,
  lockClasses,
  readLateMembers,
  setMemberStatus,
  type TrainingClass,
} from './training-class.store.ts';
import type { MemberStatus } from './training-class.tables.ts';

const everyMs = 60_000;
const batchSize = 200;

/** Moves members along with their class: admitted members study once it has begun, and are
 * qualified or not once it has ended. Safe at any time in any number of processes. */
export async function advanceMembers(
  context: Pick<AppContext, 'db' | 'now'>,
  effects: ClassEffects,
): Promise<number> {
  const now = context.now();
  const lateMembers = await readLateMembers(context.db, now, batchSize);
  for (const { member, end_at } of lateMembers)
    await context.db.transaction(async (tx) => {
      const trainingClass = (await lockClasses(tx, [member.class_id])).get(member.class_id);
      const still = await findMember(tx, member.class_id, member.user_id);
      if (!trainingClass || still?.member_status !== member.member_status) return;
      const steps: MemberStatus[] = member.member_status === 'admitted' ? ['studying'] : [];
      if (end_at <= now)
        steps.push(
          (await isQualified(tx, trainingClass, member.user_id)) ? 'qualified' : 'unqualified',
        );
      let from = member.member_status;
      for (const to of steps) {
        await logMembers(tx, [{ member, from, to, actor: system }], now);
        from = to;
      }
      await setMemberStatus(tx, [member.member_id], from, now);
      if (from === 'unqualified') await notifyUnproven(tx, trainingClass, member, now);
      if (from === 'qualified') await effects.certify(tx, member, trainingClass, now);
    });
  return lateMembers.length;
}

/** Tells members without a certificate when a verified fact is missing, and what to do. */
async function notifyUnproven(
  tx: Db,
  trainingClass: TrainingClass,
  member: ClassMember,
  now: Date,
): Promise<void> {
  const text = scopeFault(await verdictOn(tx, trainingClass.class_id, member.user_id));
  if (text)
    await notifyMembers(tx, trainingClass, [member], { title: '结业证书暂不能发放', text }, now);
}

/** Runs until the API stops. */
export function startAdvancing(context: AppContext, effects: ClassEffects): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void advanceMembers(context, effects)
      .catch((error: unknown) =>
        context.log.error({ err: error }, 'advancing members of classes failed'),
      )
      .finally(() => (busy = false));
  }, everyMs);
  return () => clearInterval(timer);
}
