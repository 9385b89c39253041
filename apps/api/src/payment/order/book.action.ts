import type { Db } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { refundToCard, chargeCard } from '../card/card.store.ts';
import { ownedAmong } from '../../study/learning/owned.store.ts';
import {
  lockBuyer,
  readOrderItems,
  moveOrder,
  type Order,
  setItems,
  setOrder,
  type Transition,
} from './order.store.ts';
import { reservationsOn, releaseReservations, createReservations } from './reservation.store.ts';
import type { CloseReason, InvoiceStatus } from './order.tables.ts';

export const deliverQueue = 'order_deliver';

export interface Payment {
  trade_no: string;
  channel: string;
  amount_fen: number;
  at: Date;
}

const toSystemActor = (at: Date, reason = ''): Transition => ({
  actor_type: 'system',
  actor_id: '',
  reason,
  at,
});

/**
 * Books a payment for a locked order and enqueues its delivery in the same transaction. `booked`:
 * it pays the order, even a closed one unless its items were obtained otherwise. `duplicate`: the
 * order was already paid. `gone`: its items are owned or being bought again. In the last two cases
 * the payment must be refunded.
 */
export async function bookPayment(
  tx: Db,
  jobs: Jobs,
  order: Order,
  { trade_no, channel, amount_fen, at }: Payment,
): Promise<'booked' | 'duplicate' | 'gone'> {
  const isLate = order.order_status === 'closed';
  if (order.order_status !== 'pending' && !isLate) return 'duplicate';
  if (amount_fen !== order.pay_fen) throw new Error("a payment must match the order's amount");
  if (!(await canBePaid(tx, order, isLate, at))) {
    if (!isLate) await closeOrder(tx, order, 'owned', at);
    return 'gone';
  }
  await moveOrder(tx, order, 'paid', toSystemActor(at, isLate ? 'late' : channel), {
    paid_fen: amount_fen,
    paid_at: at,
    channel,
    trade_no,
    late_paid: isLate ? 'Y' : 'N',
    close_reason: '',
    closed_at: null,
    is_hidden: 'N',
  });
  await jobs.enqueue(tx, deliverQueue, { order_code: order.order_code });
  return 'booked';
}

/**
 * No item was obtained otherwise; for a closed order also: no item is being bought again and its
 * card can be charged again.
 */
async function canBePaid(tx: Db, order: Order, isLate: boolean, at: Date): Promise<boolean> {
  if (isLate) await lockBuyer(tx, order.user_id);
  const items = await readOrderItems(tx, order.order_code);
  const owned = await ownedAmong(
    tx,
    order.user_id,
    items.map(({ content_id }) => content_id),
    at,
  );
  if (owned.size > 0) return false;
  if (!isLate) return true;
  const contentIds = items.flatMap(({ content_id, courses }) => [content_id, ...courses]);
  if ((await reservationsOn(tx, order.user_id, contentIds)).length > 0) return false;
  if (!(await chargeCard(tx, order.card_no, order.user_id, order.card_fen, at))) return false;
  if (!(await createReservations(tx, order.user_id, order.order_code, contentIds)))
    throw new Error('reservations are missing after they were checked');
  return true;
}

/** Closes a locked open order; an amount paid by card is returned to the card. */
export async function closeOrder(
  tx: Db,
  order: Order,
  reason: CloseReason,
  at: Date,
): Promise<Order> {
  const step: Transition =
    reason === 'canceled'
      ? { actor_type: 'learner', actor_id: order.user_id, reason, at }
      : toSystemActor(at, reason);
  const closed = await moveOrder(tx, order, 'closed', step, {
    close_reason: reason,
    closed_at: at,
  });
  await releaseReservations(tx, order.order_code);
  await refundToCard(tx, order.card_no, order.card_fen, at);
  return closed;
}

/**
 * A refund of a locked order was approved: delivery stops, and no second refund can begin until
 * this one ends.
 */
export function setRefunding(tx: Db, order: Order, at: Date): Promise<Order> {
  return moveOrder(tx, order, 'refunding', toSystemActor(at, 'refund'), {
    status_before: order.order_status,
  });
}

export interface ReturnedItem {
  order_item_id: string;
  amount_fen: number;
}

/**
 * These items were refunded: revokes them and marks the order as partially or fully refunded. The
 * card's part is returned in the same proportion.
 */
export async function setRefunded(
  tx: Db,
  order: Order,
  returned: readonly ReturnedItem[],
  at: Date,
): Promise<Order> {
  const items = await readOrderItems(tx, order.order_code);
  let card = 0;
  let sum = 0;
  for (const { order_item_id, amount_fen } of returned) {
    const item = items.find((item) => item.order_item_id === order_item_id);
    if (!item || amount_fen < 0 || amount_fen > item.pay_fen - item.refunded_fen)
      throw new Error('the refund exceeds the payment');
    await setItems(tx, [order_item_id], {
      refunded_fen: item.refunded_fen + amount_fen,
      deliver_status: 'revoked',
    });
    sum += amount_fen;
    if (item.pay_fen > 0) card += Math.floor((item.card_fen * amount_fen) / item.pay_fen);
  }
  await refundToCard(tx, order.card_no, card, at);
  const refunded_fen = order.refunded_fen + sum;
  const to = refunded_fen === order.paid_fen ? 'refunded' : 'partial_refunded';
  // Paid but undelivered items stay reserved: buying them again would pay twice and grant once.
  await releaseReservations(
    tx,
    order.order_code,
    to === 'refunded'
      ? []
      : items.filter(
          (item) => !returned.some(({ order_item_id }) => order_item_id === item.order_item_id),
        ),
  );
  return moveOrder(tx, order, to, toSystemActor(at, 'refund'), { refunded_fen, status_before: '' });
}

/** A refund failed permanently or was cancelled: restores the order's previous state. */
export async function setRefundFailed(tx: Db, jobs: Jobs, order: Order, at: Date): Promise<Order> {
  const before = order.status_before || 'completed';
  const after = await moveOrder(tx, order, before, toSystemActor(at, 'refund_failed'), {
    status_before: '',
  });
  if (before === 'paid') await jobs.enqueue(tx, deliverQueue, { order_code: order.order_code });
  return after;
}

/** State of the order's invoice, for the order pages. */
export const setInvoice = (
  tx: Db,
  orderCode: string,
  invoiceStatus: InvoiceStatus,
): Promise<void> => setOrder(tx, orderCode, { invoice_status: invoiceStatus });
