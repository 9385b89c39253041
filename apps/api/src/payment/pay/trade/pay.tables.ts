import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/columns.ts';

export const tradeStatuses = [
  'created',
  'waiting',
  'succeeded',
  'failed',
  'closed',
  'refunding',
  'partial_refunded',
  'refunded',
] as const;
export type TradeStatus = (typeof tradeStatuses)[number];
export type Gateway = 'wechat' | 'alipay' | 'offline';

/** An attempt to pay an order on a channel. An order may have many; at most one pays it
 * (`booked`). */
export const trade = pgTable(
  'trade',
  {
    /** Its number at the gateway (`out_trade_no`). */
    trade_no: text('trade_no').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    order_code: text('order_code').notNull(),
    channel: text('channel').notNull(),
    gateway: text('gateway').$type<Gateway>().notNull(),
    amount_fen: integer('amount_fen').notNull(),
    refunded_fen: integer('refunded_fen').notNull().default(0),
    trade_status: text('trade_status').$type<TradeStatus>().notNull(),
    /** N: a payment that did not pay the order, because it was late or the order was already
     * paid. */
    booked: text('booked').$type<'Y' | 'N'>().notNull().default('N'),
    /** Why the payment is on hold and grants nothing (`pay_amount`, `pay_order`); otherwise
     * empty. */
    held: text('held').notNull().default(''),
    gateway_no: text('gateway_no'),
    /** Payment data given to the learner. */
    prepay: jsonb('prepay').$type<Record<string, unknown>>().notNull().default({}),
    created_at: timestamptz('created_at').notNull(),
    expire_at: timestamptz('expire_at').notNull(),
    /** Time of the last query. */
    asked_at: timestamptz('asked_at'),
    notified_at: timestamptz('notified_at'),
    paid_at: timestamptz('paid_at'),
  },
  (table) => [
    uniqueIndex('trade_open')
      .on(table.order_code, table.channel)
      .where(sql`trade_status in ('created', 'waiting')`),
    uniqueIndex('trade_booked')
      .on(table.order_code)
      .where(sql`booked = 'Y'`),
    uniqueIndex('trade_gateway_no').on(table.gateway, table.gateway_no),
    index('trade_of_order').on(table.order_code),
    index('trade_waiting')
      .on(table.created_at)
      .where(sql`trade_status in ('created', 'waiting')`),
    index('trade_paid').on(table.paid_at),
  ],
);

/** A verified notification as received, stored before it is processed. */
export const payNotice = pgTable(
  'pay_notice',
  {
    id: text('id').primaryKey(),
    gateway: text('gateway').$type<Gateway>().notNull(),
    /** The gateway's id of the notification, equal for all repetitions. */
    notice_key: text('notice_key').notNull(),
    kind: text('kind').$type<'payment' | 'refund' | 'other'>().notNull(),
    trade_no: text('trade_no').notNull(),
    gateway_no: text('gateway_no').notNull(),
    raw: text('raw').notNull(),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    /** `new` until it is processed. */
    result: text('result').notNull().default('new'),
    received_at: timestamptz('received_at').notNull(),
    handled_at: timestamptz('handled_at'),
  },
  (table) => [
    uniqueIndex('pay_notice_once').on(table.gateway, table.notice_key, table.trade_no),
    index('pay_notice_trade').on(table.trade_no),
  ],
);

/** Append-only: rejected notifications and incidents for manual checks. */
export const payAudit = pgTable(
  'pay_audit',
  {
    id: text('id').primaryKey(),
    gateway: text('gateway').notNull(),
    event: text('event').notNull(),
    reason: text('reason').notNull(),
    trade_no: text('trade_no').notNull().default(''),
    address: text('address').notNull().default(''),
    /** SHA-256 of the body; the body is not stored. */
    digest: text('digest').notNull().default(''),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('pay_audit_at').on(table.at)],
);

/** A reconciled day of a gateway. */
export const billDay = pgTable(
  'bill_day',
  {
    day: text('day').notNull(),
    gateway: text('gateway').$type<Gateway>().notNull(),
    rows: integer('rows').notNull(),
    differences: integer('differences').notNull(),
    compared_at: timestamptz('compared_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.gateway] })],
);

/** A difference between a gateway's bill and our trades. */
export const billDifference = pgTable(
  'bill_difference',
  {
    day: text('day').notNull(),
    gateway: text('gateway').$type<Gateway>().notNull(),
    /** `missing_here`, `missing_there`, `amount`, `refund_missing_here`, `refund_missing_there`,
     * `refund_amount`. */
    kind: text('kind').notNull(),
    /** Our number of the trade or refund. */
    number: text('number').notNull(),
    gateway_no: text('gateway_no').notNull().default(''),
    ours_fen: integer('ours_fen').notNull(),
    theirs_fen: integer('theirs_fen').notNull(),
    noted_at: timestamptz('noted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.gateway, table.kind, table.number] })],
);
