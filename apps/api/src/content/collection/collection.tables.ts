import { index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/** A person's favourite content. It survives the end of the sale. */
export const favorite = pgTable(
  'favorite',
  {
    favorite_id: text('favorite_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    content_type: text('content_type').notNull(),
    content_id: text('content_id').notNull(),
    added_at: timestamptz('added_at').notNull(),
  },
  (table) => [
    unique('favorite_once').on(table.user_id, table.content_id),
    index('favorite_user').on(table.user_id, table.added_at),
  ],
);
