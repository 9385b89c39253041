import { sampleId } from '@cme/sample/ids';
import { sampleOrders, tradeNo, type SampleOrder } from './orders.ts';
import type { insertSampleInvoices } from '../payment/invoice/invoice.store.ts';
import type { insertSampleRefunds } from '../payment/refund-record/refund.store.ts';
import type { RefundStatus } from '../payment/refund-record/refund.rules.ts';
import type { PayChannel } from '../platform/settings/pay-settings.ts';
import { toGateway } from '../payment/pay/trade/pay.rules.ts';
import type { insertTrades } from '../payment/pay/trade/trade.store.ts';

type NewTrade = Parameters<typeof insertTrades>[1][number];
type NewRefund = Parameters<typeof insertSampleRefunds>[1][number];
type NewInvoice = Parameters<typeof insertSampleInvoices>[1][number];

const minute = 60_000;
const day = 24 * 60 * minute;

/** Trades other than the one that paid an order: failed attempts, and late or duplicate
 * payments. */
const others: {
  order: string;
  key: string;
  channel: 'wx_native' | 'ali_page';
  status: 'closed' | 'failed' | 'succeeded' | 'refunded';
  after: number;
}[] = [
  { order: 'nurse-wound', key: 'twice', channel: 'wx_native', status: 'refunded', after: 3 },
  { order: 'physician-first', key: 'twice', channel: 'ali_page', status: 'succeeded', after: 3 },
  { order: 'nurse-late', key: 'late', channel: 'ali_page', status: 'refunded', after: 41 },
  { order: 'physician-closed', key: 'late', channel: 'wx_native', status: 'succeeded', after: 50 },
  { order: 'nurse-canceled', key: 'left', channel: 'wx_native', status: 'closed', after: 1 },
  { order: 'physician-late', key: 'broken', channel: 'ali_page', status: 'failed', after: 1 },
];

interface RefundDraft {
  order: string;
  status: RefundStatus;
  kind?: 'late' | 'duplicate';
  /** An additional trade whose payment paid nothing. */
  trade?: string;
  reason: string;
  note?: string;
  daysAfter: number;
}

const refunds: RefundDraft[] = [
  {
    order: 'physician-late',
    status: 'pending',
    reason: '近期已在其他平台学过同一课程',
    daysAfter: 3,
  },
  {
    order: 'physician-first',
    status: 'approved',
    kind: 'duplicate',
    trade: 'twice',
    reason: '重复付款，款项原路退回',
    daysAfter: 0,
  },
  { order: 'nurse-refunding', status: 'processing', reason: '购买后发现与岗位无关', daysAfter: 1 },
  { order: 'nurse-part', status: 'success', reason: '不需要医学绘图课程', daysAfter: 2 },
  { order: 'nurse-refunded', status: 'success', reason: '误操作，重复购买', daysAfter: 1 },
  {
    order: 'nurse-wound',
    status: 'success',
    kind: 'duplicate',
    trade: 'twice',
    reason: '重复付款，款项原路退回',
    daysAfter: 0,
  },
  { order: 'nurse-wound', status: 'canceled', reason: '想换其他课程', daysAfter: 1 },
  {
    order: 'nurse-late',
    status: 'success',
    kind: 'late',
    trade: 'late',
    reason: '订单已取消，款项原路退回',
    daysAfter: 0,
  },
  {
    order: 'physician-closed',
    status: 'failed',
    kind: 'late',
    trade: 'late',
    reason: '订单已取消，款项原路退回',
    daysAfter: 0,
  },
  {
    order: 'nurse-iv',
    status: 'rejected',
    reason: '课程已学完，希望退款',
    note: '课程已完成学习并授予学分，不符合退款条件。',
    daysAfter: 5,
  },
];

const invoices: {
  order: string;
  status: NonNullable<NewInvoice['invoice_status']>;
  kind: 'personal' | 'unit';
  title: string;
  reason?: string;
}[] = [
  { order: 'nurse-part', status: 'applied', kind: 'personal', title: '陈晓禾' },
  { order: 'physician-late', status: 'issuing', kind: 'personal', title: '李承泽' },
  { order: 'physician-unit', status: 'issued', kind: 'unit', title: '云麓市第一人民医院' },
  { order: 'physician-first', status: 'issued', kind: 'personal', title: '李承泽' },
  {
    order: 'nurse-refunded',
    status: 'reversed',
    kind: 'unit',
    title: '省人民医院',
    reason: '退款',
  },
  {
    order: 'nurse-iv',
    status: 'rejected',
    kind: 'unit',
    title: '省人民医院神经内科',
    reason: '发票抬头须为单位全称',
  },
];

const paidStatus: Partial<Record<SampleOrder['order']['order_status'], NewTrade['trade_status']>> =
  { refunding: 'refunding', partial_refunded: 'partial_refunded', refunded: 'refunded' };
const numberAt = (at: Date, key: string) =>
  `4200${String(at.getTime())}${String([...key].reduce((sum, item) => (sum * 31 + item.charCodeAt(0)) % 1_000_000, 7)).padStart(6, '0')}`;
const besideNo = (order: string, key: string) => sampleId('trade', order, key);

/** Trades, refunds and invoices of the sample orders. */
export function sampleMoney(
  now: Date,
  siteId: string,
): {
  trades: NewTrade[];
  refunds: NewRefund[];
  items: Parameters<typeof insertSampleRefunds>[2];
  invoices: NewInvoice[];
} {
  const byKey = new Map(sampleOrders(now).map((sample) => [sample.key, sample]));
  const orderOfKey = (key: string): SampleOrder => {
    const found = byKey.get(key);
    if (!found) throw new Error(`the sample has no order ${key}`);
    return found;
  };
  const drawn = refunds.map((draft) => refundRow(draft, orderOfKey(draft.order), siteId));
  return {
    trades: [
      ...[...byKey.values()].flatMap((sample) => paying(sample, siteId)),
      ...others.map((draft) => beside(draft, orderOfKey(draft.order), siteId)),
    ],
    refunds: drawn.map(({ row }) => row),
    items: drawn.flatMap(({ items }) => items),
    invoices: invoices.map((draft) => invoiceRow(draft, orderOfKey(draft.order), siteId)),
  };
}

function paying({ key, order }: SampleOrder, siteId: string): NewTrade[] {
  const {
    channel,
    paid_at,
    order_code,
    user_id,
    created_at,
    expire_at,
    pay_fen,
    refunded_fen,
    order_status,
  } = order;
  if (!channel || !paid_at) return [];
  return [
    {
      trade_no: tradeNo(key),
      site_id: siteId,
      user_id,
      order_code,
      channel,
      gateway: toGateway(channel as PayChannel),
      amount_fen: pay_fen,
      refunded_fen,
      trade_status: paidStatus[order_status] ?? 'succeeded',
      booked: 'Y',
      gateway_no: numberAt(paid_at, key),
      created_at,
      expire_at,
      notified_at: paid_at,
      paid_at,
    },
  ];
}

function beside(
  { key, channel, status, after }: (typeof others)[number],
  { key: of, order }: SampleOrder,
  siteId: string,
): NewTrade {
  const at = new Date(order.created_at.getTime() + after * minute);
  const came = status === 'succeeded' || status === 'refunded';
  return {
    trade_no: besideNo(of, key),
    site_id: siteId,
    user_id: order.user_id,
    order_code: order.order_code,
    channel,
    gateway: toGateway(channel),
    amount_fen: order.pay_fen,
    refunded_fen: status === 'refunded' ? order.pay_fen : 0,
    trade_status: status,
    booked: 'N',
    created_at: order.created_at,
    expire_at: order.expire_at,
    ...(came && { gateway_no: numberAt(at, `${of}${key}`), paid_at: at, notified_at: at }),
  };
}

function refundRow(
  { order: key, status, kind = undefined, trade, reason, note = '', daysAfter }: RefundDraft,
  { order, items }: SampleOrder,
  siteId: string,
) {
  const refund_no = sampleId('refund', key, kind ?? status);
  const base = order.paid_at ?? order.closed_at ?? order.created_at;
  const created_at = new Date(base.getTime() + daysAfter * day + 5 * minute);
  const returned = kind
    ? []
    : items.filter((item) => status !== 'success' || item.refunded_fen > 0);
  const decided = !['pending', 'canceled'].includes(status);
  const ended = ['success', 'rejected', 'canceled'].includes(status);
  const row: NewRefund = {
    refund_no,
    site_id: siteId,
    user_id: order.user_id,
    order_code: order.order_code,
    trade_no: trade ? besideNo(key, trade) : order.trade_no,
    kind: kind ?? 'learner',
    request_id: `sample ${refund_no}`,
    amount_fen: kind ? order.pay_fen : returned.reduce((sum, item) => sum + item.pay_fen, 0),
    reason,
    note,
    refund_status: status,
    created_at,
    ...(decided && {
      audit_by: kind ? 'system' : 'finance',
      audit_at: new Date(created_at.getTime() + 40 * minute),
    }),
    ...(ended && { finished_at: new Date(created_at.getTime() + 42 * minute) }),
    // The embedded gateway does not know these trades, so they must not be queried.
    asked_at: new Date(created_at.getTime() + 3650 * day),
    ...(status === 'success' && { gateway_no: numberAt(created_at, refund_no), tries: 1 }),
  };
  return {
    row,
    items: returned.map((item) => ({
      refund_no,
      order_item_id: item.order_item_id,
      title: item.snapshot.title,
      amount_fen: item.pay_fen,
      finished_sections: 0,
      total_sections: 0,
    })),
  };
}

function invoiceRow(
  { order: key, status, kind, title, reason = '' }: (typeof invoices)[number],
  { order }: SampleOrder,
  siteId: string,
): NewInvoice {
  const created_at = new Date((order.paid_at ?? order.created_at).getTime() + 20 * minute);
  const has = status === 'issued' || status === 'reversed';
  return {
    invoice_no: sampleId('invoice', key),
    site_id: siteId,
    user_id: order.user_id,
    order_code: order.order_code,
    kind,
    title,
    tax_no: kind === 'unit' ? '12330000470051726F' : '',
    email: 'learner@example.com',
    amount_fen: status === 'reversed' ? order.paid_fen : order.paid_fen - order.refunded_fen,
    invoice_status: status,
    reason,
    created_at,
    ...(has && {
      tax_invoice_no: `2633${numberAt(created_at, key).slice(-16)}`,
      issued_at: new Date(created_at.getTime() + 2 * minute),
    }),
    ...(status === 'reversed' && { reversed_at: new Date(created_at.getTime() + day) }),
  };
}

/** The transitions that led to a refund's state. */
export const refundSteps: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  pending: ['pending'],
  approved: ['pending', 'approved'],
  processing: ['pending', 'approved', 'processing'],
  success: ['pending', 'approved', 'processing', 'success'],
  failed: ['pending', 'approved', 'processing', 'failed'],
  rejected: ['pending', 'rejected'],
  canceled: ['pending', 'canceled'],
};
