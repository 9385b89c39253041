import type { Order as WireOrder, OrderItem as WireItem, OrderLine } from '@cme/contract/payment';
import { formatTime } from '../../platform/http/format-time.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import type { Purchasable } from '../../content/catalogue/package.store.ts';
import { lastOpening } from '../../content/catalogue/sale.rules.ts';
import { validDays } from '../../study/learning/learning.rules.ts';
import { refundStatusNames } from '../refund-record/refund.rules.ts';
import { isOpenRefund, type Refund } from '../refund-record/refund.store.ts';
import type { Line } from './quote.view.ts';
import {
  getOrderActions,
  channelNames,
  closeReasonNames,
  lastRefundEnd,
  orderStatusNames,
  transferUntil,
} from './order.rules.ts';
import type { Order, OrderItem } from './order.store.ts';

/** Actions suspended while a refund is pending. */
const whileAsking = new Set(['refund', 'invoice']);

const formatOptionalTime = (at: Date | null) => (at ? formatTime(at) : '');

/** A line of an order that does not exist yet. */
export function toOrderLine(
  { offer: { purchasable, price_fen, saved_fen, pay_fen } }: Line,
  now: Date,
): OrderLine {
  const { content_type, content_id } = purchasable.content;
  return {
    ...toContentSnapshot(purchasable, now),
    content_type,
    content_id,
    price: yuan(price_fen),
    saved: yuan(saved_fen),
    pay: yuan(pay_fen),
  };
}

/** An item as currently described to its buyer. Its days begin with the opening of a presale. */
export function toContentSnapshot({ content, readiness }: Purchasable, now: Date) {
  const opening = lastOpening(readiness, now);
  const { title, cover, hours, credits, study_days, refund_days } = content;
  return {
    title,
    cover,
    hours,
    credits,
    study_days,
    refund_days,
    valid_days: validDays(content, opening ?? now),
    ...(opening ? { presale_until: formatTime(opening) } : {}),
  };
}

function toOrderItem(item: OrderItem): WireItem {
  const { content_type, content_id, order_item_id, deliver_status } = item;
  return {
    ...item.snapshot,
    content_type,
    content_id,
    order_item_id,
    deliver_status,
    price: yuan(item.price_fen),
    saved: yuan(item.saved_fen),
    pay: yuan(item.pay_fen + item.card_fen),
    course_id: getOpenedCourse(item),
  };
}

const getOpenedCourse = ({ deliver_status, courses }: OrderItem): string =>
  deliver_status === 'done' ? (courses[0] ?? '') : '';

export function toWireOrder(
  order: Order,
  items: OrderItem[],
  refunds: Refund[],
  now: Date,
): WireOrder {
  const { order_code, subject, order_status, close_reason, channel, late_paid, invoice_status } =
    order;
  const actions = getOrderActions(order, items, now);
  const isAsking = refunds.some((refund) => refund.kind === 'learner' && isOpenRefund(refund));
  return {
    order_code,
    subject,
    order_status,
    late_paid,
    invoice_status,
    order_status_name: orderStatusNames[order_status],
    close_reason: close_reason ? closeReasonNames[close_reason] : '',
    items: items.map(toOrderItem),
    total: yuan(order.total_fen),
    discount: yuan(order.discount_fen),
    card: yuan(order.card_fen),
    pay: yuan(order.pay_fen),
    paid: yuan(order.paid_fen),
    refunded: yuan(order.refunded_fen),
    channel_name: channelNames[channel] ?? '',
    created_at: formatTime(order.created_at),
    expire_at: formatTime(order.expire_at),
    expire_ms: order.expire_at.getTime(),
    transfer_until: transferUntil(order),
    paid_at: formatOptionalTime(order.paid_at),
    refund_expire_at: order.paid_at ? formatTime(lastRefundEnd(order, items)) : '',
    actions: isAsking ? actions.filter((action) => !whileAsking.has(action)) : actions,
    refunds: refunds.map(({ refund_no, refund_status, amount_fen, created_at, kind, reason }) => ({
      refund_no,
      refund_status,
      refund_status_name: refundStatusNames[refund_status],
      amount: yuan(amount_fen),
      created_at: formatTime(created_at),
      ...(kind !== 'learner' && { reason }),
    })),
    server_time: now.getTime(),
  };
}
