import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/columns.ts';

const words = (name: string) => text(name).notNull().default('');

/** Who sells, and how its invoices are taxed; written into the tax bureau's template unchanged. */
export const invoiceSeller = pgTable('invoice_seller', {
  site_id: text('site_id').primaryKey(),
  name: text('name').notNull(),
  tax_no: text('tax_no').notNull(),
  /** 项目名称 and 商品和服务税收编码. */
  item_name: text('item_name').notNull(),
  item_code: text('item_code').notNull(),
  /** 税率 as the template writes it: 0.03, 0.06, 免税. */
  rate: text('rate').notNull(),
  /** 优惠政策类型; empty: none is used. */
  policy: words('policy'),
  updated_at: timestamptz('updated_at').notNull(),
});

/** Requests that finance has taken to the tax bureau together. Closed when each has its invoice or
 * was rejected. */
export const invoiceBatch = pgTable(
  'invoice_batch',
  {
    batch_no: text('batch_no').primaryKey(),
    site_id: text('site_id').notNull(),
    batch_status: text('batch_status').$type<'open' | 'closed'>().notNull(),
    exported_by: text('exported_by').notNull(),
    created_at: timestamptz('created_at').notNull(),
    closed_at: timestamptz('closed_at'),
  },
  (table) => [index('invoice_batch_list').on(table.site_id, table.created_at)],
);

/** A line of an invoice: the price and what is taken off it. */
export interface InvoiceLine {
  amount_fen: number;
  discount_fen: number;
}

/** A request as it was exported: its file can be written again, and what comes back is compared
 * with it. */
export const invoiceBatchItem = pgTable(
  'invoice_batch_item',
  {
    /** 发票流水号. */
    serial_no: text('serial_no').primaryKey(),
    batch_no: text('batch_no')
      .notNull()
      .references(() => invoiceBatch.batch_no),
    invoice_no: text('invoice_no').notNull(),
    /** `red` cancels an issued invoice after a refund. */
    color: text('color').$type<'blue' | 'red'>().notNull(),
    /** Negative for `red`. */
    amount_fen: integer('amount_fen').notNull(),
    lines: jsonb('lines').$type<InvoiceLine[]>().notNull(),
    title: text('title').notNull(),
    tax_no: text('tax_no').notNull(),
    item_status: text('item_status').$type<'open' | 'issued' | 'rejected'>().notNull(),
    tax_invoice_no: words('tax_invoice_no'),
  },
  (table) => [
    uniqueIndex('invoice_batch_item_open')
      .on(table.invoice_no, table.color)
      .where(sql`item_status = 'open'`),
    index('invoice_batch_item_batch').on(table.batch_no),
    index('invoice_batch_item_invoice').on(table.invoice_no),
  ],
);
