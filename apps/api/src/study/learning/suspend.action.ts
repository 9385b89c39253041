import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Suspension } from '@cme/contract/content';
import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import type { Learning } from './learning.store.ts';
import { learning, type SuspensionReason } from './learning.tables.ts';
import { recompute } from './recompute.action.ts';
import type { CompletionEffects } from './completion.effects.ts';

type Suspendable = Pick<Learning, 'suspension'>;

const messages = {
  refund_pending: '该课程的退款申请正在处理，学习已暂停。撤回退款申请后即可继续学习',
  refund_approved: '该课程正在退款，不能继续学习',
} as const;

/** The displayed reason of a suspension. */
export const studySuspended = ({ suspension }: Suspendable): RefusalError =>
  new RefusalError(400, messages[suspension || 'refund_pending'], 'refund_pending');

export function refuseSuspended(learning: Suspendable): void {
  if (learning.suspension !== '') throw studySuspended(learning);
}

/** The suspension for pages; empty if study is not suspended. */
export const toSuspension = (
  row: Pick<Learning, 'suspension' | 'suspended_by' | 'suspended_order'>,
): { suspension?: Suspension } =>
  row.suspension === ''
    ? {}
    : {
        suspension: {
          refund_no: row.suspended_by,
          order_code: row.suspended_order,
          can_withdraw: row.suspension === 'refund_pending',
        },
      };

/** Enrolments from these order items, locked in the common order. */
export async function lockOpened(tx: Db, itemIds: readonly string[]): Promise<Learning[]> {
  if (itemIds.length === 0) return [];
  const opened = and(
    eq(learning.source, 'order'),
    inArray(learning.source_id, [...itemIds]),
    ne(learning.learn_status, 'revoked'),
  );
  return tx.select().from(learning).where(opened).orderBy(learning.learning_id).for('update');
}

/** Suspends study of what these items opened while their refund is pending. */
export async function suspendStudy(
  tx: Db,
  itemIds: readonly string[],
  by: { refund_no: string; order_code: string },
  suspension: Exclude<SuspensionReason, ''>,
): Promise<void> {
  const ids = (await lockOpened(tx, itemIds)).map(({ learning_id }) => learning_id);
  if (ids.length > 0)
    await tx
      .update(learning)
      .set({ suspension, suspended_by: by.refund_no, suspended_order: by.order_code })
      .where(inArray(learning.learning_id, ids));
}

/** Resumes study after this refund, and records what was finished just before the suspension. */
export async function resumeStudy(
  tx: Db,
  completion: CompletionEffects,
  itemIds: readonly string[],
  refundNo: string,
  now: Date,
): Promise<void> {
  const ids = (await lockOpened(tx, itemIds))
    .filter(({ suspended_by }) => suspended_by === refundNo)
    .map(({ learning_id }) => learning_id);
  if (ids.length === 0) return;
  await tx
    .update(learning)
    .set({ suspension: '', suspended_by: '', suspended_order: '' })
    .where(inArray(learning.learning_id, ids));
  for (const id of ids) await recompute(tx, completion, id, now);
}
