import type { SitePageName } from '@cme/contract/site';
import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** Published versions of a site's own pages: terms, privacy, about, contact. A site without a row
 * shows the default text. Rows are never changed: people have accepted them. */
export const sitePage = pgTable(
  'site_page',
  {
    site_id: text('site_id').notNull(),
    page: text('page').$type<SitePageName>().notNull(),
    /** The day of publication, with a number from the second of a day on: `2026-11-26-2`. */
    version: text('version').notNull(),
    html: text('html').notNull(),
    published_at: timestamp('published_at', { withTimezone: true }).notNull(),
    published_by: text('published_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.site_id, table.page, table.version] })],
);
