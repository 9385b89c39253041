import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { cartLimit } from './shopplist.ts';
import {
  ContentType,
  Count,
  Flag,
  Id,
  Nothing,
  Page,
  PageSize,
  pageOf,
  Time,
  Yuan,
} from '../base/fields.ts';

export const orderStatuses = [
  'pending',
  'paid',
  'completed',
  'closed',
  'refunding',
  'partial_refunded',
  'refunded',
] as const;
export const orderTabs = ['all', 'pending', 'paid', 'closed', 'refunded'] as const;
/** What the buyer may do with an order now, decided by the server. */
export const orderActions = ['pay', 'cancel', 'hide', 'refund', 'invoice', 'study'] as const;

/** What is to be bought: rows of the cart, or one thing directly. Prices are the server's alone. */
const Choice = {
  cart_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(cartLimit))),
  item: z.optional(z.object({ content_type: z._default(ContentType, 'C'), id: Id })),
  /** A study card bound to the learner, to pay with. */
  card_no: z.optional(z.string().check(z.maxLength(32))),
};

export const OrderLine = z.object({
  content_type: z.string(),
  content_id: Id,
  title: z.string(),
  cover: z.string(),
  hours: z.number(),
  credits: z.number(),
  study_days: z.number(),
  /** As in `ContentDetail`; of an order that is made: as it was then. */
  valid_days: z.optional(z.number()),
  refund_days: z.optional(z.number()),
  /** Price of the thing itself. */
  price: Yuan,
  /** Taken off for courses of a package that are owned already. */
  saved: Yuan,
  /** What it adds to the sum. */
  pay: Yuan,
});
export type OrderLine = z.infer<typeof OrderLine>;

/** The sums as `order/create` would make them now. Refused like it. `warnings` are sentences for
 * the buyer (left out rows, changed prices). */
export const orderPreview = call({
  path: '/qm/api/order/preview',
  access: 'learner',
  encoding: 'json',
  body: z.object(Choice),
  data: z.object({
    items: z.array(OrderLine),
    total: Yuan,
    discount: Yuan,
    card: Yuan,
    pay: Yuan,
    warnings: z.array(z.string()),
    /** Order that waits for payment and contains some of these things: it is paid or cancelled
     * first. */
    pending_order: z.optional(Id),
    /** Masked. */
    buyer: z.object({
      real_name: z.string(),
      id_no: z.string(),
      mobile: z.string(),
      unit_name: z.string(),
    }),
    /** Cards that could pay here. */
    cards: z.array(z.object({ card_no: Id, face: Yuan, expire_at: Time })),
  }),
});

/** The month of the terms of buying that a page showed. */
const TermsVersion = z.string().check(z.regex(/^\d{4}-\d{2}$/));

/** Makes the order. The same `request_id` answers the same order; with other things, another card,
 * sum or device it is refused (`request_reused`). One open order per thing: a second one answers
 * the first as it is (`order_pending_exists` when only a part agrees). `seen_amount` is what the buyer saw: never
 * believed, only compared; a difference is refused with `price_changed`. `agree_version` names
 * the terms that the buyer ticked; it is recorded with the order, and absent from pages older
 * than the tick. An order of nothing to pay is paid at once. */
export const orderCreate = call({
  path: '/qm/api/order/create',
  access: 'learner',
  encoding: 'json',
  body: z.object({
    ...Choice,
    request_id: Id,
    seen_amount: Yuan,
    source: z._default(z.enum(['pc', 'mobile', 'wechat']), 'pc'),
    agree_version: z.optional(TermsVersion),
  }),
  data: z.object({
    order_code: Id,
    order_status: z.string(),
    pay: Yuan,
    server_time: z.number(),
    expire_at: Time,
    expire_ms: z.number(),
  }),
});

export const OrderItem = z.extend(OrderLine, {
  order_item_id: Id,
  /** `waiting`, `done`, `revoked`, `failed`. */
  deliver_status: z.string(),
  /** Where 去学习 leads: the course, or the first course of a package. Empty until delivered. */
  course_id: z.string(),
});
export type OrderItem = z.infer<typeof OrderItem>;

export const Order = z.object({
  order_code: Id,
  subject: z.string(),
  order_status: z.string(),
  /** 待支付, 已支付, 已完成, 已取消, 退款中, 部分退款, 已退款. */
  order_status_name: z.string(),
  /** Why it was closed, in words; else empty. */
  close_reason: z.string(),
  items: z.array(OrderItem),
  total: Yuan,
  discount: Yuan,
  card: Yuan,
  pay: Yuan,
  paid: Yuan,
  refunded: Yuan,
  /** Name of the channel that was paid with; empty before. */
  channel_name: z.string(),
  late_paid: Flag,
  created_at: Time,
  expire_at: Time,
  /** Moment of `expire_at` in ms, for the countdown against `server_time`. */
  expire_ms: z.number(),
  /** Until when the order is kept for a bank transfer; empty without one. No countdown then. */
  transfer_until: z.optional(z.string()),
  paid_at: z.string(),
  /** Until when a refund may be asked for; empty before payment. */
  refund_expire_at: z.optional(z.string()),
  /** `none`, `applied`, `issuing`, `issued`, `reversed`, `rejected`. */
  invoice_status: z.string(),
  actions: z.array(z.string()),
  /** Newest first. */
  refunds: z.array(
    z.object({
      refund_no: Id,
      refund_status: z.string(),
      refund_status_name: z.string(),
      amount: Yuan,
      created_at: Time,
    }),
  ),
  server_time: z.number(),
});
export type Order = z.infer<typeof Order>;

const OrderRef = z.object({ order_code: Id });

/** Somebody else's order is not found. */
export const orderDetail = call({
  path: '/qm/api/order/detail',
  access: 'learner',
  body: OrderRef,
  data: Order,
});

export const orderList = call({
  path: '/qm/api/order/list',
  access: 'learner',
  body: z.object({ status: z._default(z.enum(orderTabs), 'all'), page: Page, page_size: PageSize }),
  data: z.extend(pageOf(Order), {
    counts: z.object({ all: Count, pending: Count, paid: Count, closed: Count, refunded: Count }),
  }),
});

/** Closes an open order, after asking every gateway; money that arrived meanwhile wins
 * (`order_state`). Closing again succeeds. */
export const orderCancel = call({
  path: '/qm/api/order/cancel',
  access: 'learner',
  body: OrderRef,
  data: Order,
});

/** Takes a closed or refunded order out of the list; it is never deleted. */
export const orderHide = call({
  path: '/qm/api/order/hide',
  access: 'learner',
  body: OrderRef,
  data: Nothing,
});
