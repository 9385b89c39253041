import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Solved and used challenges, kept until they would have expired. */
export const captchaUsed = pgTable('captcha_used', {
  captcha_id: text('captcha_id').primaryKey(),
  expires_at: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
});
