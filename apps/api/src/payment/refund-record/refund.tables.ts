import { sql } from 'drizzle-orm';
import { timestamptz } from '../../platform/database/columns.ts';
import type { RefundStatus } from './refund.rules.ts';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** A refund of a trade. */
export const refund = pgTable(
  'refund',
  {
    refund_no: text('refund_no').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    order_code: text('order_code').notNull(),
    trade_no: text('trade_no').notNull(),
    /** `learner`: requested, revokes items. The others are payments that paid nothing: late,
     * duplicate, or of a wrong amount. */
    kind: text('kind').$type<'learner' | 'late' | 'duplicate' | 'amount'>().notNull(),
    request_id: text('request_id').notNull(),
    amount_fen: integer('amount_fen').notNull(),
    /** The requested amount, if the decision lowered it. */
    asked_fen: integer('asked_fen'),
    reason: text('reason').notNull(),
    refund_status: text('refund_status').$type<RefundStatus>().notNull(),
    /** The previous state of the order, restored after a failure. */
    order_status_before: text('order_status_before').notNull().default(''),
    audit_by: text('audit_by').notNull().default(''),
    audit_at: timestamptz('audit_at'),
    note: text('note').notNull().default(''),
    gateway_no: text('gateway_no'),
    tries: integer('tries').notNull().default(0),
    asked_at: timestamptz('asked_at'),
    created_at: timestamptz('created_at').notNull(),
    finished_at: timestamptz('finished_at'),
  },
  (table) => [
    uniqueIndex('refund_request').on(table.user_id, table.request_id),
    uniqueIndex('refund_automatic')
      .on(table.trade_no)
      .where(sql`kind <> 'learner'`),
    index('refund_of_order').on(table.order_code, table.created_at),
    index('refund_open')
      .on(table.created_at)
      .where(sql`refund_status in ('approved', 'processing', 'failed')`),
  ],
);

export const refundItem = pgTable(
  'refund_item',
  {
    refund_no: text('refund_no')
      .notNull()
      .references(() => refund.refund_no),
    order_item_id: text('order_item_id').notNull(),
    title: text('title').notNull(),
    amount_fen: integer('amount_fen').notNull(),
    finished_sections: integer('finished_sections').notNull(),
    total_sections: integer('total_sections').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.refund_no, table.order_item_id] }),
    index('refund_item_of').on(table.order_item_id),
  ],
);
