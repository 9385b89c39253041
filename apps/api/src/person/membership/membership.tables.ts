import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { unit } from '../unit/unit.tables.ts';
import { user } from '../identity/identity.tables.ts';

/** An application for membership; one per person is pending at a time. */
export const unitApplication = pgTable(
  'unit_application',
  {
    application_id: text('application_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id')
      .notNull()
      .references(() => user.user_id),
    unit_id: text('unit_id')
      .notNull()
      .references(() => unit.unit_id),
    /** The current unit; empty if none. */
    from_unit_id: text('from_unit_id').notNull().default(''),
    status: text('status').$type<'waiting' | 'approved' | 'refused' | 'cancelled'>().notNull(),
    /** Reason of a rejection. */
    reason: text('reason').notNull().default(''),
    created_at: timestamptz('created_at').notNull(),
    decided_at: timestamptz('decided_at'),
    decided_by: text('decided_by').notNull().default(''),
  },
  (table) => [
    uniqueIndex('unit_application_waiting')
      .on(table.user_id)
      .where(sql`status = 'waiting'`),
    index('unit_application_list').on(table.unit_id, table.status, table.created_at),
    index('unit_application_of_user').on(table.user_id, table.created_at),
  ],
);
