import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

export const invoiceStatuses = ['applied', 'issuing', 'issued', 'reversed', 'rejected'] as const;
export type InvoiceState = (typeof invoiceStatuses)[number];

/** An invoice of an order. An order has one active invoice; a reversed or rejected one may be
 * followed by another. */
export const invoice = pgTable(
  'invoice',
  {
    invoice_no: text('invoice_no').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    order_code: text('order_code').notNull(),
    kind: text('kind').$type<'personal' | 'unit'>().notNull(),
    title: text('title').notNull(),
    tax_no: text('tax_no').notNull(),
    email: text('email').notNull(),
    amount_fen: integer('amount_fen').notNull(),
    invoice_status: text('invoice_status').$type<InvoiceState>().notNull(),
    tax_invoice_no: text('tax_invoice_no'),
    reason: text('reason').notNull().default(''),
    tries: integer('tries').notNull().default(0),
    created_at: timestamptz('created_at').notNull(),
    issued_at: timestamptz('issued_at'),
    reversed_at: timestamptz('reversed_at'),
    /** Set while it is being issued if the order was refunded meanwhile: it is reversed when it
     * arrives. */
    reverse_reason: text('reverse_reason').notNull().default(''),
    /** `embedded` is a sample that is drawn; the tax bureau's invoice is a file. */
    issuer: text('issuer').$type<'embedded' | 'file'>().notNull().default('embedded'),
    /** The issued invoice as a file; empty until it is there. */
    file_id: text('file_id').notNull().default(''),
    file_format: text('file_format').$type<'' | 'pdf' | 'ofd'>().notNull().default(''),
    /** Number of the red invoice that cancels a reversed one. */
    red_tax_no: text('red_tax_no').notNull().default(''),
  },
  (table) => [
    uniqueIndex('invoice_living')
      .on(table.order_code)
      .where(sql`invoice_status in ('applied', 'issuing', 'issued')`),
    uniqueIndex('invoice_tax_no').on(table.tax_invoice_no),
    index('invoice_of_user').on(table.user_id, table.created_at),
  ],
);
