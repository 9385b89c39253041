import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { readRefundBlockers } from '../../credits/certificate/blockers.store.ts';
import { startedExams } from '../../study/exam/enrolment/exam.store.ts';
import { isUnopened } from '../../content/catalogue/sale.rules.ts';
import { readReadiness } from '../../content/catalogue/sale.store.ts';
import { learningsFrom } from '../../study/learning/from-source.store.ts';
import { studyShare } from '../../study/learning/revoke.action.ts';
import { lastRefundEnd, refundEnd } from '../order/order.rules.ts';
import { findOwnOrder, readOrderItems, type Order, type OrderItem } from '../order/order.store.ts';
import { refundFen, refundRate } from '../refund-record/refund.rules.ts';
import { refundedItems } from '../refund-record/refund.store.ts';
import { blockWords, type RefundBlock } from '../refund-record/refund.rules.ts';

export interface Refundable {
  item: OrderItem;
  finished: number;
  total: number;
  rate: number;
  amount_fen: number;
  /** The reason why it is not refundable; absent if it is. */
  block?: RefundBlock;
}

/** The person's own order on this site; others are not found. */
export async function ownOrder(
  db: Db,
  owner: { user_id: string; site_id: string },
  orderCode: string,
): Promise<Order> {
  const order = await findOwnOrder(db, owner.user_id, orderCode);
  if (!order || order.site_id !== owner.site_id)
    throw new RefusalError(404, '没有找到该订单', 'not_found');
  return order;
}

/** The refundable amount of each item of an order. `own`: the request that is being decided, which
 * is ignored. */
export async function refundables(
  db: Db,
  order: Order,
  now: Date,
  refundNo?: string,
): Promise<Refundable[]> {
  const items = await readOrderItems(db, order.order_code);
  const refunded = await refundedItems(db, order.order_code, refundNo);
  const blockers = orderBlock(order);
  const unopened = await readUnopenedItems(db, items, now);
  const found: Refundable[] = [];
  for (const item of items) {
    const status = refunded.get(item.order_item_id);
    const block =
      blockers ??
      getReturnedBlock(item, status) ??
      (now >= refundEnd(order, item) && !unopened.has(item.order_item_id)
        ? 'too_late'
        : undefined) ??
      (await learningBlock(db, order.user_id, item)) ??
      (status ? 'applied' : undefined);
    const { finished, total } = await readOpenedShare(db, order.user_id, item);
    const left = item.pay_fen - item.refunded_fen;
    const amount_fen = block ? 0 : Math.min(left, refundFen(item.pay_fen, finished, total));
    const reason = block ?? getWorthlessBlock(item, amount_fen);
    found.push({
      item,
      finished,
      total,
      rate: reason ? 0 : refundRate(finished, total),
      amount_fen,
      ...(reason ? { block: reason } : {}),
    });
  }
  return found;
}

/** Items with a course that has not opened: they are refundable without a deadline. */
async function readUnopenedItems(
  db: Db,
  items: readonly OrderItem[],
  now: Date,
): Promise<Set<string>> {
  const readiness = await readReadiness(
    db,
    items.map(({ content_id }) => content_id),
  );
  return new Set(
    items.flatMap(({ order_item_id, content_id }) =>
      readiness.get(content_id)?.some((course) => isUnopened(course, now)) ? [order_item_id] : [],
    ),
  );
}

function orderBlock(order: Order): RefundBlock | undefined {
  if (order.order_status === 'refunding') return 'order_refunding';
  return ['paid', 'completed', 'partial_refunded'].includes(order.order_status) && order.paid_at
    ? undefined
    : 'order_state';
}

const getReturnedBlock = (item: OrderItem, refunded: string | undefined): RefundBlock | undefined =>
  item.deliver_status === 'revoked' || refunded === 'success' ? 'returned' : undefined;

function getWorthlessBlock(item: OrderItem, amountFen: number): RefundBlock | undefined {
  if (amountFen > 0) return undefined;
  return item.pay_fen === 0 ? 'nothing_paid' : 'all_studied';
}

async function learningBlock(
  db: Db,
  userId: string,
  item: OrderItem,
): Promise<RefundBlock | undefined> {
  const ids = (await learningsFrom(db, 'order', [item.order_item_id])).map(
    ({ learning_id }) => learning_id,
  );
  const blockers = [...(await readRefundBlockers(db, userId, ids)).values()];
  if (blockers.some(({ credits }) => credits)) return 'credits_granted';
  if (blockers.some(({ certificate }) => certificate)) return 'certificate_issued';
  return (await startedExams(db, ids)).size > 0 ? 'exam_started' : undefined;
}

/** Required sections of the courses that this item has opened. */
async function readOpenedShare(
  db: Db,
  userId: string,
  item: OrderItem,
): Promise<{ finished: number; total: number }> {
  const opened = (await learningsFrom(db, 'order', [item.order_item_id])).map(
    ({ content_id }) => content_id,
  );
  const shares = [...(await studyShare(db, userId, opened)).values()];
  return {
    finished: shares.reduce((sum, share) => sum + share.finished, 0),
    total: shares.reduce((sum, share) => sum + share.total, 0),
  };
}

export async function readRefundPreview(db: Db, order: Order, now: Date) {
  const rows = await refundables(db, order, now);
  const items = rows.map(({ item, rate, amount_fen, finished, total, block }) => ({
    order_item_id: item.order_item_id,
    title: item.snapshot.title,
    pay: yuan(item.pay_fen),
    refund_rate: Math.round(rate * 10_000) / 10_000,
    amount: yuan(amount_fen),
    finished_sections: finished,
    total_sections: total,
    blocked: block ? blockWords[block] : '',
  }));
  const sum = rows.reduce((total, { amount_fen }) => total + amount_fen, 0);
  return {
    items,
    amount: yuan(sum),
    can_apply: rows.some(({ amount_fen }) => amount_fen > 0),
    refund_expire_at: formatTime(
      lastRefundEnd(
        order,
        rows.map(({ item }) => item),
      ),
    ),
  };
}
