import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/columns.ts';

/** Consents of a person, one row per change. Those of the registration are in the person's row. */
export const consent = pgTable(
  'consent',
  {
    consent_id: text('consent_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    kind: text('kind').$type<'identity'>().notNull(),
    version: text('version').notNull(),
    given_at: timestamptz('given_at').notNull(),
    withdrawn_at: timestamptz('withdrawn_at'),
  },
  (table) => [index('consent_of_user').on(table.user_id, table.kind, table.given_at)],
);
