import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Outcome } from './provider/provider.ts';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** `unknown`: a provider may or may not have it. `delivered` and, later, `failed` are what a
 * delivery report says. */
export type SmsStatus = 'queued' | 'sent' | 'delivered' | 'failed' | 'unknown';

/** A text message, without its number and its text. */
export const smsMessage = pgTable(
  'sms_message',
  {
    message_id: text('message_id').primaryKey(),
    site_id: text('site_id').notNull(),
    scene: text('scene').notNull(),
    account_hash: text('account_hash').notNull(),
    status: text('status').$type<SmsStatus>().notNull().default('queued'),
    /** Why it failed: the provider's code, or ours. */
    reason: text('reason').notNull().default(''),
    created_at: timestamptz('created_at').notNull(),
    settled_at: timestamptz('settled_at'),
  },
  (table) => [
    index('sms_message_account').on(table.account_hash, table.created_at),
    index('sms_message_created').on(table.created_at),
  ],
);

export type SmsResult = 'pending' | Outcome['result'];

/** A message handed to a provider. */
export const smsAttempt = pgTable(
  'sms_attempt',
  {
    message_id: text('message_id')
      .notNull()
      .references(() => smsMessage.message_id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    started_at: timestamptz('started_at').notNull(),
    result: text('result').$type<SmsResult>().notNull().default('pending'),
    code: text('code').notNull().default(''),
    /** The provider's number of the message. */
    provider_id: text('provider_id').notNull().default(''),
    report: text('report').$type<'' | 'delivered' | 'failed'>().notNull().default(''),
    report_code: text('report_code').notNull().default(''),
    reported_at: timestamptz('reported_at'),
  },
  (table) => [
    primaryKey({ columns: [table.message_id, table.provider] }),
    index('sms_attempt_provider').on(table.provider, table.started_at),
    index('sms_attempt_provider_id').on(table.provider, table.provider_id),
  ],
);
