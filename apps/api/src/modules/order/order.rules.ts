import { randomInt } from 'node:crypto';
import { wireTime } from '../../wire-time.ts';
import type { CloseReason, InvoiceStatus, OrderStatus } from './order.tables.ts';

/** An unpaid order lives this long. */
export const orderLifeMs = 30 * 60_000;
/** A refund may be asked for this long after payment. */
export const refundWindowMs = 7 * 86_400_000;
/** After so many failures a delivery waits for a person. */
export const deliverTries = 5;

/** Every step that an order can take. `refunding` goes back to where it came from when the refund fails. */
export const nextStatuses: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['paid', 'closed'],
  paid: ['completed', 'refunding'],
  completed: ['refunding'],
  closed: ['paid'],
  refunding: ['partial_refunded', 'refunded', 'paid', 'completed'],
  partial_refunded: ['refunding'],
  refunded: [],
};

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean => nextStatuses[from].includes(to);

export const orderStatusNames: Readonly<Record<OrderStatus, string>> = {
  pending: '待付款', paid: '已付款', completed: '已完成', closed: '已关闭', refunding: '退款中', partial_refunded: '部分退款', refunded: '已退款',
};

export const closeReasonNames: Readonly<Record<CloseReason, string>> = {
  canceled: '您已取消订单', timeout: '超时未付款，订单已自动关闭', owned: '所购课程已拥有，订单已关闭', staff: '订单已由平台关闭',
};

export const channelNames: Readonly<Record<string, string>> = {
  wx_native: '微信支付', wx_jsapi: '微信支付', wx_h5: '微信支付', ali_page: '支付宝', ali_wap: '支付宝', offline: '对公转账', card: '学习卡', free: '无需支付',
};

interface Standing {
  order_status: OrderStatus;
  expire_at: Date;
  paid_at: Date | null;
  paid_fen: number;
  refunded_fen: number;
  invoice_status: InvoiceStatus;
}

/** What the buyer may do with an order now. */
export function actionsOf(order: Standing, items: readonly { deliver_status: string }[], now: Date): string[] {
  const { order_status: status } = order;
  const isBought = status === 'paid' || status === 'completed' || status === 'partial_refunded';
  const left = order.paid_fen - order.refunded_fen;
  const inWindow = order.paid_at !== null && now.getTime() < order.paid_at.getTime() + refundWindowMs;
  const may: Record<string, boolean> = {
    pay: status === 'pending' && now < order.expire_at,
    cancel: status === 'pending',
    study: isBought && items.some(({ deliver_status }) => deliver_status === 'done'),
    refund: isBought && left > 0 && inWindow,
    invoice: isBought && left > 0 && ['none', 'rejected'].includes(order.invoice_status),
    hide: status === 'closed' || status === 'refunded',
  };
  return Object.keys(may).filter((action) => may[action]);
}

/** yyyyMMddHHmmss of Asia/Shanghai and six digits of chance. */
export function newOrderCode(now: Date): string {
  return wireTime(now).replace(/\D/g, '') + String(randomInt(1_000_000)).padStart(6, '0');
}
