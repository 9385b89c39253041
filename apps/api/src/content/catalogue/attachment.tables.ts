import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { content } from './catalogue.tables.ts';

/** A downloadable file of a content: slides, tables, guidelines. */
export const attachment = pgTable(
  'attachment',
  {
    attachment_id: text('attachment_id').primaryKey(),
    content_id: text('content_id')
      .notNull()
      .references(() => content.content_id),
    title: text('title').notNull(),
    kind: text('kind').$type<'pdf' | 'ppt' | 'doc' | 'xls' | 'zip' | 'image'>().notNull(),
    /** Size in bytes. */
    size: integer('size').notNull().default(0),
    /** Its key in the file storage. */
    file_key: text('file_key').notNull().default(''),
    sort: integer('sort').notNull().default(0),
    created_at: timestamptz('created_at').notNull(),
  },
  (table) => [index('attachment_content').on(table.content_id, table.sort)],
);

/** Log of downloads. */
export const attachmentDownload = pgTable(
  'attachment_download',
  {
    download_id: text('download_id').primaryKey(),
    attachment_id: text('attachment_id').notNull(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('attachment_download_of').on(table.attachment_id, table.at)],
);
