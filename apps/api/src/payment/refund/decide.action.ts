import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { requireTwo } from '../../person/approval/approval.store.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { reverseInvoice } from '../invoice/reverse.action.ts';
import { lockOpened, suspendStudy } from '../../study/learning/suspend.action.ts';
import { setRefunding } from '../order/book.action.ts';
import { findOrder, lockOrder, type Order } from '../order/order.store.ts';
import { sendQueue } from '../refund-record/refund.queues.ts';
import { resumeAfterRefund } from './apply.action.ts';
import { refundables } from './preview.view.ts';
import { refundStatusNames } from '../refund-record/refund.rules.ts';
import { blockWords } from '../refund-record/refund.rules.ts';
import {
  findRefund,
  itemsOfRefund,
  lockRefund,
  lowerRefund,
  moveRefund,
  type Refund,
  readRefunds,
  type RefundItem,
} from '../refund-record/refund.store.ts';
import { endRefund, notifyLearner } from './send.job.ts';
import type { CompletionEffects } from '../../study/learning/completion.effects.ts';

type RefundContext = Pick<AppContext, 'db' | 'jobs' | 'now'>;

export interface Approval {
  note?: string;
  /** The proposer, if two people decide. */
  proposed_by?: string;
}

/** Approves a request, or retries a failed refund. Decided on the current facts: order and
 * enrolments are locked, and study, grants or attempts since the request block it or lower the
 * amount. An issued invoice is reversed in the same step. */
export async function approveRefund(
  { db, jobs, now }: RefundContext,
  refundNo: string,
  decidedBy: string,
  { note = '', proposed_by = '' }: Approval = {},
): Promise<Refund> {
  return db.transaction(async (tx) => {
    const existing = await findRefund(tx, refundNo);
    const order = existing && (await lockOrder(tx, existing.order_code));
    const lockedRefund = existing && (await lockRefund(tx, refundNo));
    if (!order || !lockedRefund) throw new NotPossibleError('没有这笔退款');
    if (lockedRefund.refund_status !== 'pending' && lockedRefund.refund_status !== 'failed')
      throw new NotPossibleError(
        `这笔退款${refundStatusNames[lockedRefund.refund_status]}，不能再批准`,
      );
    const at = now();
    const staff = { actor_type: 'staff' as const, actor_id: decidedBy, at };
    const refund =
      lockedRefund.kind === 'learner'
        ? await rejudgeRefund(tx, order, lockedRefund, at)
        : lockedRefund;
    if (await isForTwoPeople(tx, refund, refund.amount_fen))
      requireTwo({ proposed_by, confirmed_by: decidedBy }, '超过500元的退款');
    if (refund.kind === 'learner') {
      const items = (await itemsOfRefund(tx, refundNo)).map(({ order_item_id }) => order_item_id);
      await reverseInvoice(tx, order.order_code, '退款', at);
      await setRefunding(tx, order, at);
      await suspendStudy(tx, items, refund, 'refund_approved');
    }
    const set = { audit_by: decidedBy, audit_at: at, note, asked_at: null };
    const reason =
      refund.amount_fen < lockedRefund.amount_fen
        ? `${yuan(lockedRefund.amount_fen)} → ${yuan(refund.amount_fen)}`
        : '';
    const after = await moveRefund(
      tx,
      refund,
      refund.refund_status === 'failed' ? 'processing' : 'approved',
      { ...staff, reason },
      set,
    );
    await jobs.enqueue(tx, sendQueue, { refund_no: refundNo });
    return after;
  });
}

/** Above this amount two people are needed. */
const twoPeopleFen = 50_000;

const requiresTwoPeople = (amountFen: number): boolean => amountFen > twoPeopleFen;

/** The other requests of the order that were approved count too: asking item by item does not make
 * each of them small. */
async function isForTwoPeople(
  db: Db,
  { order_code, refund_no }: Refund,
  amountFen: number,
): Promise<boolean> {
  const approved = (await readRefunds(db, [order_code])).filter(
    (other) =>
      other.refund_no !== refund_no &&
      other.kind === 'learner' &&
      ['approved', 'processing', 'failed', 'success'].includes(other.refund_status),
  );
  const before = approved.reduce((sum, { amount_fen }) => sum + amount_fen, 0);
  return requiresTwoPeople(before + amountFen);
}

/** Re-evaluates a request: refused if an item is no longer refundable, with a lower amount if less
 * is. The refund period was checked at the request. An amount that was already sent to a gateway
 * does not change. */
async function rejudgeRefund(tx: Db, order: Order, refund: Refund, at: Date): Promise<Refund> {
  await lockOpened(
    tx,
    (await itemsOfRefund(tx, refund.refund_no)).map(({ order_item_id }) => order_item_id),
  );
  const now = await itemsNow(tx, order, refund);
  const sum = sumItems(now);
  if (sum === refund.amount_fen) return refund;
  if (refund.refund_status === 'failed')
    throw new NotPossibleError('学员在批准之后又有学习，退款金额已变化，请驳回后由学员重新申请');
  const text = `您申请退款 ${yuan(refund.amount_fen)} 元。审核时按最新学习进度重新计算，实际退款 ${yuan(sum)} 元。`;
  await notifyLearner(tx, refund, '退款金额有变化', text, at);
  return lowerRefund(tx, refund, now);
}

const sumItems = (items: readonly RefundItem[]) =>
  items.reduce((total, { amount_fen }) => total + amount_fen, 0);

async function itemsNow(tx: Db, order: Order, refund: Refund): Promise<RefundItem[]> {
  const items = await itemsOfRefund(tx, refund.refund_no);
  const rows = new Map(
    (await refundables(tx, order, refund.created_at, refund.refund_no)).map((row) => [
      row.item.order_item_id,
      row,
    ]),
  );
  return items.map((item) => {
    const row = rows.get(item.order_item_id);
    if (!row) throw new NotPossibleError(`《${item.title}》已不在订单中`);
    if (row.block) throw new NotPossibleError(`《${item.title}》${blockWords[row.block]}`);
    return {
      ...item,
      amount_fen: Math.min(item.amount_fen, row.amount_fen),
      finished_sections: row.finished,
      total_sections: row.total,
    };
  });
}

/** The amount that an approval would pay now; refused like the approval. */
export async function getRefundableAmount(db: Db, refundNo: string): Promise<number> {
  const refund = await findRefund(db, refundNo);
  const order = refund && (await findOrder(db, refund.order_code));
  if (!refund || !order) throw new NotPossibleError('没有这笔退款');
  return refund.kind === 'learner'
    ? sumItems(await itemsNow(db, order, refund))
    : refund.amount_fen;
}

/** Whether an approval needs two people now; refused like the approval. */
export async function needsTwoPeople(db: Db, refundNo: string): Promise<boolean> {
  const amount = await getRefundableAmount(db, refundNo);
  const refund = await findRefund(db, refundNo);
  return refund !== undefined && isForTwoPeople(db, refund, amount);
}

export async function rejectRefund(
  { db, jobs, now }: RefundContext,
  completion: CompletionEffects,
  refundNo: string,
  decidedBy: string,
  note: string,
): Promise<Refund> {
  if (note.trim().length < 5) throw new NotPossibleError('请写明原因，至少5个字');
  return db.transaction(async (tx) => {
    const existing = await findRefund(tx, refundNo);
    if (existing) await lockOrder(tx, existing.order_code);
    const refund = await lockRefund(tx, refundNo);
    if (
      !refund ||
      !['pending', 'failed'].includes(refund.refund_status) ||
      (refund.refund_status === 'failed' && refund.kind !== 'learner')
    )
      throw new NotPossibleError('只能驳回待审核的申请，或学员申请的失败退款');
    const at = now();
    await notifyLearner(
      tx,
      refund,
      '退款申请未通过',
      `您的退款申请（${yuan(refund.amount_fen)} 元）未通过：${note}`,
      at,
    );
    const after = await moveRefund(
      tx,
      refund,
      'rejected',
      { actor_type: 'staff', actor_id: decidedBy, reason: note, at },
      { audit_by: decidedBy, audit_at: at, note, finished_at: at },
    );
    await resumeAfterRefund(tx, completion, jobs, refund, at);
    return after;
  });
}

/** A manual refund, such as of a bank transfer. */
export async function confirmRefund(
  office: RefundContext,
  completion: CompletionEffects,
  refundNo: string,
  bankNo: string,
): Promise<void> {
  const refund = await findRefund(office.db, refundNo);
  if (refund?.refund_status !== 'processing')
    throw new NotPossibleError('这笔退款不在处理中，不能登记');
  await endRefund(office, completion, refundNo, {
    state: 'success',
    gateway_no: bankNo,
    amount_fen: refund.amount_fen,
  });
}
