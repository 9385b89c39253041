import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

const words = (name: string) => text(name).notNull().default('');

/** News of a site: policies and regulations (N) and notices (B). Visible from `publish_at` on. */
export const news = pgTable(
  'news',
  {
    id: text('id').primaryKey(),
    site_id: text('site_id').notNull(),
    type: text('type').$type<'N' | 'B'>().notNull(),
    title: text('title').notNull(),
    source: words('source'),
    summary: words('summary'),
    html: words('html'),
    publish_at: timestamptz('publish_at').notNull(),
    top: text('top').$type<'Y' | 'N'>().notNull().default('N'),
    view_count: integer('view_count').notNull().default(0),
  },
  (table) => [
    index('news_site').on(table.site_id, table.type, table.publish_at),
    index('news_list').on(table.site_id, table.top, table.publish_at, table.id),
    index('news_list_of_type').on(table.site_id, table.type, table.top, table.publish_at, table.id),
  ],
);

/** A file of an item. Without `file_id` it is listed, but cannot be downloaded. */
export const newsAttachment = pgTable(
  'news_attachment',
  {
    id: text('id').primaryKey(),
    news_id: text('news_id')
      .notNull()
      .references(() => news.id, { onDelete: 'cascade' }),
    file_id: text('file_id'),
    name: text('name').notNull(),
    size: integer('size').notNull(),
    kind: text('kind').notNull(),
    sort: integer('sort').notNull().default(0),
  },
  (table) => [index('news_attachment_of').on(table.news_id, table.sort)],
);

/** Readers counted per day, as a keyed hash that does not identify them. Rows of past days are
 * deleted. */
export const newsReader = pgTable(
  'news_reader',
  {
    day: date('day', { mode: 'string' }).notNull(),
    news_id: text('news_id')
      .notNull()
      .references(() => news.id, { onDelete: 'cascade' }),
    reader: text('reader').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.news_id, table.reader] })],
);
