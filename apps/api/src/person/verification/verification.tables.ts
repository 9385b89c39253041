import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { user } from '../identity/identity.tables.ts';

export const requestStatuses = ['waiting', 'approved', 'rejected', 'withdrawn'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** A request to verify or correct a person's identity. The number is encrypted as in the account.
 * Document photos are attached while it is pending, and deleted with the decision. */
export const identityRequest = pgTable(
  'identity_request',
  {
    request_id: text('request_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id')
      .notNull()
      .references(() => user.user_id),
    kind: text('kind').$type<'verify' | 'correct'>().notNull(),
    request_status: text('request_status').$type<RequestStatus>().notNull(),
    real_name: text('real_name').notNull(),
    id_type: text('id_type').notNull(),
    id_sealed: text('id_sealed').notNull(),
    /** Text of the learner. */
    reason: text('reason').notNull().default(''),
    /** Text of the centre. */
    reply: text('reply').notNull().default(''),
    created_at: timestamptz('created_at').notNull(),
    decided_at: timestamptz('decided_at'),
    decided_by: text('decided_by').notNull().default(''),
  },
  (table) => [
    uniqueIndex('identity_request_open')
      .on(table.user_id)
      .where(sql`request_status = 'waiting'`),
    index('identity_request_of_user').on(table.user_id, table.created_at),
    index('identity_request_list').on(table.request_status, table.created_at),
  ],
);
