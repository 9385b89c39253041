import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/columns.ts';
import { user } from '../identity.tables.ts';

/** A second factor (TOTP). A person has at most one that is active, and one that waits for its first
 * code. */
export const userFactor = pgTable(
  'user_factor',
  {
    factor_id: text('factor_id').primaryKey(),
    user_id: text('user_id')
      .notNull()
      .references(() => user.user_id),
    secret_sealed: text('secret_sealed').notNull(),
    /** The sample's secret, which everybody knows: valid only on installations with the sample
     * content. */
    published: boolean('published').notNull().default(false),
    /** The time step of the last accepted code; earlier ones are refused. */
    last_step: integer('last_step').notNull().default(0),
    created_at: timestamptz('created_at').notNull(),
    /** When its first code was accepted. */
    confirmed_at: timestamptz('confirmed_at'),
  },
  (table) => [
    uniqueIndex('user_factor_active')
      .on(table.user_id)
      .where(sql`confirmed_at is not null`),
    uniqueIndex('user_factor_pending')
      .on(table.user_id)
      .where(sql`confirmed_at is null`),
  ],
);

/** Recovery codes of a factor, stored hashed; each is valid once. */
export const userFactorCode = pgTable(
  'user_factor_code',
  {
    factor_id: text('factor_id')
      .notNull()
      .references(() => userFactor.factor_id),
    hash: text('hash').notNull(),
    used_at: timestamptz('used_at'),
  },
  (table) => [primaryKey({ columns: [table.factor_id, table.hash] })],
);

/** A sign-in that waits for its second step. */
export const factorTicket = pgTable('factor_ticket', {
  hash: text('hash').primaryKey(),
  site_id: text('site_id').notNull(),
  user_id: text('user_id')
    .notNull()
    .references(() => user.user_id),
  /** The first step: password, sms or wechat. */
  kind: text('kind').$type<'password' | 'sms' | 'wechat'>().notNull(),
  /** Hash of the password's hash: a changed password ends the sign-in. */
  password_mark: text('password_mark').notNull(),
  expires_at: timestamptz('expires_at').notNull(),
});

/** A staff member's session on the command line. */
export const staffSession = pgTable(
  'staff_session',
  {
    hash: text('hash').primaryKey(),
    user_id: text('user_id')
      .notNull()
      .references(() => user.user_id),
    /** Hash of password and factor at the sign-in: a change of either ends the session. */
    mark: text('mark').notNull(),
    created_at: timestamptz('created_at').notNull(),
    seen_at: timestamptz('seen_at').notNull(),
  },
  (table) => [index('staff_session_user').on(table.user_id)],
);
