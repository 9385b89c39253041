import type { FactKind } from '@cme/contract/person';
import { sql } from 'drizzle-orm';
import { date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { user } from '../identity/identity.tables.ts';

const words = (name: string) => text(name).notNull().default('');

export const factStatuses = ['declared', 'waiting', 'verified', 'rejected', 'withdrawn'] as const;
export type FactStatus = (typeof factStatuses)[number];

/** Facts about a person's work with their dates, and requests to change them. The account has the
 * current values; a kind without a row here has the value of the account, which nobody verified.
 * Units are recorded by their membership: `declared` until somebody has decided about it. */
export const personFact = pgTable(
  'person_fact',
  {
    fact_id: text('fact_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id')
      .notNull()
      .references(() => user.user_id),
    kind: text('kind').$type<FactKind | 'unit_id'>().notNull(),
    value: text('value').notNull(),
    fact_status: text('fact_status').$type<FactStatus>().notNull(),
    /** First day of its effect, and the first day without; null has no limit. */
    effective_from: date('effective_from', { mode: 'string' }),
    effective_to: date('effective_to', { mode: 'string' }),
    /** Text of those who decided. */
    reply: words('reply'),
    created_at: timestamptz('created_at').notNull(),
    decided_at: timestamptz('decided_at'),
    decided_by: words('decided_by'),
  },
  (table) => [
    uniqueIndex('person_fact_open')
      .on(table.user_id, table.kind)
      .where(sql`fact_status = 'waiting'`),
    index('person_fact_of_user').on(table.user_id, table.kind),
    index('person_fact_list').on(table.site_id, table.fact_status, table.created_at),
  ],
);
