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
/** Actions available to the buyer now, decided by the server. */
export const orderActions = ['pay', 'cancel', 'hide', 'refund', 'invoice', 'study'] as const;

/** What to buy: rows of the cart, or one item directly. Prices are always the server's. */
const Choice = {
  cart_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(cartLimit))),
  item: z.optional(z.object({ content_type: z._default(ContentType, 'C'), id: Id })),
  /** A bound study card to pay with. */
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
  /** As in `ContentDetail`; frozen once the order exists. */
  valid_days: z.optional(z.number()),
  refund_days: z.optional(z.number()),
  /** As in `ContentCard` when it was bought. */
  presale_until: z.optional(Time),
  /** Price of the item itself. */
  price: Yuan,
  /** Deducted for courses of a package already owned. */
  saved: Yuan,
  /** Its part of the total. */
  pay: Yuan,
});
export type OrderLine = z.infer<typeof OrderLine>;

/**
 * Totals as `order/create` would compute them now, with the same refusals. `warnings` are sentences
 * for the buyer (omitted rows, changed prices).
 */
export const orderPreview = call({
  path: '/qm/api/order/preview',
  access: 'learner',
  repeatable: true,
  encoding: 'json',
  body: z.object(Choice),
  data: z.object({
    items: z.array(OrderLine),
    total: Yuan,
    discount: Yuan,
    card: Yuan,
    pay: Yuan,
    warnings: z.array(z.string()),
    /** Unpaid order that contains some of these items: it must be paid or cancelled first. */
    pending_order: z.optional(Id),
    /** Masked. */
    buyer: z.object({
      real_name: z.string(),
      id_no: z.string(),
      mobile: z.string(),
      unit_name: z.string(),
    }),
    /** Cards that can be used here. */
    cards: z.array(z.object({ card_no: Id, face: Yuan, expire_at: Time })),
  }),
});

/** Month of the purchase terms shown on the page. */
const TermsVersion = z.string().check(z.regex(/^\d{4}-\d{2}$/));

/**
 * Creates an order. The same `request_id` returns the same order; with other items, card, total or
 * device it is refused (`request_reused`). Only one open order per item: a second request returns
 * the existing one (`order_pending_exists` if only some items match). `seen_amount` is the total
 * shown to the buyer: only compared, and a difference is refused with `price_changed`.
 * `agree_version` is the version of the terms accepted by the buyer; recorded with the order,
 * absent from pages older than the checkbox. An order with nothing to pay is paid immediately.
 */
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
  /** Target of 去学习: the course, or the first course of a package. Empty until delivered. */
  course_id: z.string(),
});
export type OrderItem = z.infer<typeof OrderItem>;

export const Order = z.object({
  order_code: Id,
  subject: z.string(),
  order_status: z.string(),
  /** 待支付, 已支付, 已完成, 已取消, 退款中, 部分退款, 已退款. */
  order_status_name: z.string(),
  /** Why it was closed, as text; otherwise empty. */
  close_reason: z.string(),
  items: z.array(OrderItem),
  total: Yuan,
  discount: Yuan,
  card: Yuan,
  pay: Yuan,
  paid: Yuan,
  refunded: Yuan,
  /** Name of the payment channel used; empty before payment. */
  channel_name: z.string(),
  late_paid: Flag,
  created_at: Time,
  expire_at: Time,
  /** `expire_at` in ms, for the countdown against `server_time`. */
  expire_ms: z.number(),
  /** How long the order is reserved for a bank transfer; otherwise empty. No countdown then. */
  transfer_until: z.optional(z.string()),
  paid_at: z.string(),
  /** Last moment to request a refund; empty before payment. */
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
      /** Why a payment was returned without an application; otherwise left out. */
      reason: z.optional(z.string()),
    }),
  ),
  server_time: z.number(),
});
export type Order = z.infer<typeof Order>;

const OrderRef = z.object({ order_code: Id });

/** Orders of other people are not found. */
export const orderDetail = call({
  path: '/qm/api/order/detail',
  access: 'learner',
  repeatable: true,
  body: OrderRef,
  data: Order,
});

export const orderList = call({
  path: '/qm/api/order/list',
  access: 'learner',
  repeatable: true,
  body: z.object({ status: z._default(z.enum(orderTabs), 'all'), page: Page, page_size: PageSize }),
  data: z.extend(pageOf(Order), {
    counts: z.object({ all: Count, pending: Count, paid: Count, closed: Count, refunded: Count }),
  }),
});

/**
 * Cancels an open order after querying every gateway; a payment that arrived meanwhile wins
 * (`order_state`). Idempotent.
 */
export const orderCancel = call({
  path: '/qm/api/order/cancel',
  access: 'learner',
  body: OrderRef,
  data: Order,
});

/** Hides a closed or refunded order from the list; orders are never deleted. */
export const orderHide = call({
  path: '/qm/api/order/hide',
  access: 'learner',
  body: OrderRef,
  data: Nothing,
});
