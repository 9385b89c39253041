import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

/** The first administrator of a new site, invited by number. Whoever registers with the number and
 * enters the one-time code gets the role. */
export const staffInvitation = pgTable(
  'staff_invitation',
  {
    invitation_id: text('invitation_id').primaryKey(),
    site_id: text('site_id').notNull(),
    mobile_hash: text('mobile_hash').notNull(),
    /** For display: `139****0001`. */
    mobile_masked: text('mobile_masked').notNull(),
    role: text('role').notNull(),
    /** Empty until a second person has confirmed it. */
    code_hash: text('code_hash').notNull().default(''),
    given_by: text('given_by').notNull().default(''),
    created_at: timestamptz('created_at').notNull(),
    expire_at: timestamptz('expire_at').notNull(),
    used_at: timestamptz('used_at'),
    user_id: text('user_id').notNull().default(''),
  },
  (table) => [index('staff_invitation_of_number').on(table.site_id, table.mobile_hash)],
);
