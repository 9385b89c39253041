import { pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../database/columns.ts';

/** Solved and used challenges, kept until they would have expired. */
export const captchaUsed = pgTable('captcha_used', {
  captcha_id: text('captcha_id').primaryKey(),
  expires_at: timestamptz('expires_at').notNull(),
});
