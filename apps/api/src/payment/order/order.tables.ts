import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

const fen = (name: string) => integer(name).notNull().default(0);
const flag = (name: string) => text(name).$type<'Y' | 'N'>().notNull().default('N');

export type OrderStatus =
  | 'pending'
  | 'paid'
  | 'completed'
  | 'closed'
  | 'refunding'
  | 'partial_refunded'
  | 'refunded';
export type CloseReason = 'canceled' | 'timeout' | 'owned' | 'staff';
export type DeliverStatus = 'waiting' | 'done' | 'revoked' | 'failed';
export type InvoiceStatus = 'none' | 'applied' | 'issuing' | 'issued' | 'reversed' | 'rejected';

export const order = pgTable(
  'order',
  {
    order_code: text('order_code').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    subject: text('subject').notNull(),
    item_count: integer('item_count').notNull(),
    total_fen: fen('total_fen'),
    discount_fen: fen('discount_fen'),
    /** Amount paid by study card. */
    card_fen: fen('card_fen'),
    /** Amount due: total − discount − card. */
    pay_fen: fen('pay_fen'),
    paid_fen: fen('paid_fen'),
    refunded_fen: fen('refunded_fen'),
    order_status: text('order_status').$type<OrderStatus>().notNull().default('pending'),
    /** State to return to when a refund fails. */
    status_before: text('status_before').$type<OrderStatus | ''>().notNull().default(''),
    close_reason: text('close_reason').$type<CloseReason | ''>().notNull().default(''),
    source: text('source').$type<'pc' | 'mobile' | 'wechat'>().notNull(),
    card_no: text('card_no').notNull().default(''),
    /**
     * Version of the terms accepted by the buyer; empty for orders created before it was recorded.
     */
    agree_version: text('agree_version').notNull().default(''),
    /** Channel and trade of the payment; empty before. */
    channel: text('channel').notNull().default(''),
    trade_no: text('trade_no').notNull().default(''),
    created_at: timestamptz('created_at').notNull(),
    expire_at: timestamptz('expire_at').notNull(),
    /** Set while a bank transfer is expected: the order stays open until then. */
    transfer_until: timestamptz('transfer_until'),
    paid_at: timestamptz('paid_at'),
    completed_at: timestamptz('completed_at'),
    closed_at: timestamptz('closed_at'),
    late_paid: flag('late_paid'),
    invoice_status: text('invoice_status').$type<InvoiceStatus>().notNull().default('none'),
    is_hidden: flag('is_hidden'),
  },
  (table) => [
    index('order_user').on(table.user_id, table.created_at),
    index('order_open')
      .on(table.expire_at)
      .where(sql`order_status = 'pending'`),
    index('order_undelivered')
      .on(table.paid_at)
      .where(sql`order_status in ('paid', 'partial_refunded')`),
  ],
);

/** The order returned for a request, so that a repeated request gets the same one. */
export const orderRequest = pgTable(
  'order_request',
  {
    user_id: text('user_id').notNull(),
    request_id: text('request_id').notNull(),
    /** Hash of the request (`hashRequest`): the same id with other items or another total is refused. */
    request_hash: text('request_hash').notNull(),
    order_code: text('order_code')
      .notNull()
      .references(() => order.order_code),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.request_id] })],
);

/** What was bought, frozen at the time of purchase. */
export interface Snapshot {
  title: string;
  cover: string;
  hours: number;
  credits: number;
  study_days: number;
  /**
   * Access and refund days shown to the buyer; absent in orders created before they were recorded.
   */
  valid_days?: number;
  refund_days?: number;
  /** Day of opening, for an item bought in presale. */
  presale_until?: string;
}

export const orderItem = pgTable(
  'order_item',
  {
    order_item_id: text('order_item_id').primaryKey(),
    order_code: text('order_code')
      .notNull()
      .references(() => order.order_code),
    content_type: text('content_type').notNull(),
    content_id: text('content_id').notNull(),
    snapshot: jsonb('snapshot').$type<Snapshot>().notNull(),
    /** Courses it unlocks, in order: the course itself, or those of the package. */
    courses: text('courses').array().notNull(),
    price_fen: fen('price_fen'),
    saved_fen: fen('saved_fen'),
    card_fen: fen('card_fen'),
    /** Its share of the order's `pay_fen`: price − saved − card. */
    pay_fen: fen('pay_fen'),
    refunded_fen: fen('refunded_fen'),
    deliver_status: text('deliver_status').$type<DeliverStatus>().notNull().default('waiting'),
    deliver_tries: integer('deliver_tries').notNull().default(0),
    delivered_at: timestamptz('delivered_at'),
    sort: integer('sort').notNull(),
  },
  (table) => [
    index('order_item_order').on(table.order_code),
    index('order_item_content').on(table.content_id),
  ],
);

/**
 * A content reserved by an order until it is delivered or closed, so that nobody buys a course
 * twice at once. The table keeps its original name, `order_hold`.
 */
export const orderReservation = pgTable(
  'order_hold',
  {
    user_id: text('user_id').notNull(),
    content_id: text('content_id').notNull(),
    order_code: text('order_code')
      .notNull()
      .references(() => order.order_code),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.content_id] }),
    index('order_hold_order').on(table.order_code),
  ],
);
