import { sql } from 'drizzle-orm';
import { doublePrecision, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/** A learner's note at a position of a section. */
export const note = pgTable(
  'note',
  {
    note_id: text('note_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    content_id: text('content_id').notNull(),
    section_id: text('section_id').notNull(),
    second: doublePrecision('second').notNull(),
    text: text('text').notNull(),
    is_public: text('is_public').$type<'Y' | 'N'>().notNull().default('N'),
    /** `hidden`: hidden from others by the centre; the author still sees it. */
    status: text('status').$type<'shown' | 'hidden'>().notNull().default('shown'),
    request_id: text('request_id').notNull(),
    created_at: timestamptz('created_at').notNull(),
    updated_at: timestamptz('updated_at').notNull(),
  },
  (table) => [
    unique('note_once').on(table.user_id, table.request_id),
    index('note_mine').on(table.user_id, table.content_id, table.created_at, table.note_id),
    index('note_public')
      .on(table.content_id, table.site_id, table.created_at, table.note_id)
      .where(sql`is_public = 'Y' and status = 'shown'`),
  ],
);
