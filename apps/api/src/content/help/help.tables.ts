import type { HelpBook } from '@cme/contract/content';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/** An article of the help centre. `site_id` is empty for articles of every site. */
export const helpArticle = pgTable(
  'help_article',
  {
    /** Slug for URLs, such as `refund`. */
    id: text('id').primaryKey(),
    site_id: text('site_id').notNull().default(''),
    book: text('book').$type<HelpBook>().notNull(),
    group_key: text('group_key').notNull(),
    group_title: text('group_title').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull().default(''),
    html: text('html').notNull().default(''),
    /** Plain text of `html`, for the search. */
    plain: text('plain').notNull().default(''),
    sort: integer('sort').notNull(),
    updated_at: timestamptz('updated_at').notNull(),
  },
  (table) => [index('help_article_order').on(table.site_id, table.book, table.sort)],
);
