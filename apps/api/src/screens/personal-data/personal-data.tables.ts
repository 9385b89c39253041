import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

export type ExportStatus = 'waiting' | 'running' | 'ready' | 'failed' | 'expired';

/** A request for an export of personal data. */
export const dataExport = pgTable(
  'data_export',
  {
    export_id: text('export_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    export_status: text('export_status').$type<ExportStatus>().notNull(),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    file_id: text('file_id').notNull().default(''),
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    downloads: integer('downloads').notNull().default(0),
    /** The session that proved itself: others prove themselves again before they download. */
    session_id: text('session_id').notNull().default(''),
    /** The latest download link: single-use, with its expiry. */
    link_hash: text('link_hash').notNull().default(''),
    link_until: timestamptz('link_until'),
    requested_at: timestamptz('requested_at').notNull(),
    ready_at: timestamptz('ready_at'),
    expire_at: timestamptz('expire_at'),
  },
  (table) => [
    index('data_export_of_user').on(table.user_id, table.requested_at),
    uniqueIndex('data_export_open')
      .on(table.user_id)
      .where(sql`export_status in ('waiting', 'running', 'ready')`),
  ],
);

/** A request to close an account. */
export const accountClosing = pgTable(
  'account_closing',
  {
    closing_id: text('closing_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    closing_status: text('closing_status').$type<'waiting' | 'done' | 'cancelled'>().notNull(),
    requested_at: timestamptz('requested_at').notNull(),
    close_at: timestamptz('close_at').notNull(),
    ended_at: timestamptz('ended_at'),
  },
  (table) => [
    uniqueIndex('account_closing_open')
      .on(table.user_id)
      .where(sql`closing_status = 'waiting'`),
    index('account_closing_due').on(table.closing_status, table.close_at),
  ],
);
