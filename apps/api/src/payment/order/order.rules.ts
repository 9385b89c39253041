import { randomInt } from 'node:crypto';
import { formatTime } from '../../platform/http/format-time.ts';
import type { CloseReason, InvoiceStatus, OrderStatus } from './order.tables.ts';

/** Lifetime of an unpaid order. */
export const orderLifeMs = 30 * 60_000;
/** For orders created before the content's own days were recorded. */
const refundDaysBefore = 7;
/** Lifetime of an order paid by bank transfer: three working days and a weekend. */
export const transferLifeMs = 5 * 86_400_000;
/** Failures after which a delivery is left to staff. */
export const deliverTries = 5;

/** All transitions of an order. `refunding` returns to its previous state when the refund fails. */
export const nextStatuses: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['paid', 'closed'],
  paid: ['completed', 'refunding'],
  completed: ['refunding'],
  closed: ['paid'],
  refunding: ['partial_refunded', 'refunded', 'paid', 'completed'],
  partial_refunded: ['refunding'],
  refunded: [],
};

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  nextStatuses[from].includes(to);

export const orderStatusNames: Readonly<Record<OrderStatus, string>> = {
  pending: '待支付',
  paid: '已支付',
  completed: '已支付',
  closed: '已取消',
  refunding: '退款中',
  partial_refunded: '部分退款',
  refunded: '已退款',
};

export const closeReasonNames: Readonly<Record<CloseReason, string>> = {
  canceled: '您已取消订单',
  timeout: '超时未支付，订单已自动取消',
  owned: '所购课程已拥有，订单已取消',
  staff: '订单已由平台取消',
};

export const channelNames: Readonly<Record<string, string>> = {
  wx_native: '微信支付',
  wx_jsapi: '微信支付',
  wx_h5: '微信支付',
  ali_page: '支付宝',
  ali_wap: '支付宝',
  offline: '对公转账',
  card: '学习卡',
  free: '无需支付',
};

interface PaidOrder {
  created_at: Date;
  paid_at: Date | null;
}
interface BoughtItem {
  snapshot: { refund_days?: number; presale_until?: string };
}
interface Item extends BoughtItem {
  deliver_status: string;
}

interface OrderState extends PaidOrder {
  order_status: OrderStatus;
  expire_at: Date;
  paid_fen: number;
  refunded_fen: number;
  invoice_status: InvoiceStatus;
}

const parseTime = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`);

/** Refund deadline of an item, by the days shown to its buyer, who counts them from the opening of a
 * presale. */
export const refundEnd = (
  { paid_at, created_at }: PaidOrder,
  { snapshot: { refund_days = refundDaysBefore, presale_until } }: BoughtItem,
): Date =>
  new Date(
    Math.max(
      (paid_at ?? created_at).getTime(),
      presale_until === undefined ? 0 : parseTime(presale_until),
    ) +
      refund_days * 86_400_000,
  );

/** Refund deadline of the last refundable item of an order. */
export const lastRefundEnd = (order: PaidOrder, items: readonly BoughtItem[]): Date =>
  new Date(
    Math.max(order.created_at.getTime(), ...items.map((item) => refundEnd(order, item).getTime())),
  );

/** Actions available to the buyer now. */
export function getOrderActions(order: OrderState, items: readonly Item[], now: Date): string[] {
  const { order_status: status } = order;
  const isBought = status === 'paid' || status === 'completed' || status === 'partial_refunded';
  const left = order.paid_fen - order.refunded_fen;
  const inWindow = order.paid_at !== null && items.some((item) => now < refundEnd(order, item));
  const may: Record<string, boolean> = {
    pay: status === 'pending' && now < order.expire_at,
    cancel: status === 'pending',
    study: isBought && items.some(({ deliver_status }) => deliver_status === 'done'),
    refund: isBought && left > 0 && inWindow,
    invoice:
      isBought && left > 0 && ['none', 'rejected', 'reversed'].includes(order.invoice_status),
    hide: status === 'closed' || status === 'refunded',
  };
  return Object.keys(may).filter((action) => may[action]);
}

/** How long an open order waits for a bank transfer; otherwise empty. */
export const transferUntil = ({
  order_status,
  transfer_until,
}: {
  order_status: OrderStatus;
  transfer_until: Date | null;
}): string => (order_status === 'pending' && transfer_until ? formatTime(transfer_until) : '');

/** yyyyMMddHHmmss in Asia/Shanghai and six random digits. */
export function newOrderCode(now: Date): string {
  return formatTime(now).replace(/\D/g, '') + String(randomInt(1_000_000)).padStart(6, '0');
}
