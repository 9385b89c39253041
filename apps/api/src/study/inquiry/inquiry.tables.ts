import { sql } from 'drizzle-orm';
import { index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/** A learner's question about a course, and the teacher's answer. */
export const inquiry = pgTable(
  'inquiry',
  {
    inquiry_id: text('inquiry_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    content_id: text('content_id').notNull(),
    section_id: text('section_id').notNull().default(''),
    text: text('text').notNull(),
    inquiry_status: text('inquiry_status')
      .$type<'waiting' | 'answered' | 'hidden'>()
      .notNull()
      .default('waiting'),
    answer: text('answer').notNull().default(''),
    answered_by: text('answered_by').notNull().default(''),
    answered_at: timestamptz('answered_at'),
    request_id: text('request_id').notNull(),
    created_at: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('inquiry_once').on(table.user_id, table.request_id),
    index('inquiry_mine').on(table.user_id, table.content_id, table.created_at, table.inquiry_id),
    index('inquiry_answered')
      .on(table.content_id, table.site_id, table.answered_at, table.inquiry_id)
      .where(sql`inquiry_status = 'answered'`),
    index('inquiry_waiting')
      .on(table.site_id, table.created_at, table.inquiry_id)
      .where(sql`inquiry_status = 'waiting'`),
  ],
);
