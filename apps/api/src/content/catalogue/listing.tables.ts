import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

const whole = (name: string) => integer(name).notNull().default(0);

/** What a site offers, one narrow row per content with the fields that lists filter, count and sort
 * by. Derived from content and site (`listing.store.ts`); not a source of data. Fixed-length
 * numbers come first, because counting reads every row of the site. */
export const contentListing = pgTable(
  'content_listing',
  {
    /** The previous release reads and writes it: it may be dropped, with the indexes below, once the
     * release that added `series` is the oldest that may be rolled back to. */
    facets: bigint('facets', { mode: 'bigint' }).notNull(),
    end_at: timestamptz('end_at').notNull(),
    publish_at: timestamptz('publish_at').notNull(),
    year: whole('year'),
    /** Six digits, `030100` where there is no third level. */
    discipline: whole('discipline'),
    /** Hundredths of a credit. */
    credits: whole('credits'),
    price_fen: whole('price_fen'),
    study_count: whole('study_count'),
    /** Position among recommended contents; a large constant for all others. */
    place: whole('place'),
    site_id: text('site_id').notNull(),
    content_id: text('content_id').notNull(),
    /** One column per filter, with a bit for each choice that matches the content
     * (`facets.rules.ts`). */
    series: bigint('series', { mode: 'number' }).notNull().default(0),
    level: whole('level'),
    post_type: whole('post_type'),
    subject_kind: whole('subject_kind'),
    price_kind: whole('price_kind'),
    project_level: whole('project_level'),
    teach_way: whole('teach_way'),
    content_type: whole('content_type'),
  },
  (table) => [
    primaryKey({ columns: [table.site_id, table.content_id] }),
    index('content_listing_content').on(table.content_id),
    // One index per sort order. With `publish_at` and `end_at` in them, far pages are found without
    // reading the rows in front of them.
    index('content_listing_by_place').on(
      table.site_id,
      table.place,
      table.publish_at.desc(),
      table.content_id,
      table.end_at,
    ),
    index('content_listing_by_publish').on(
      table.site_id,
      table.publish_at.desc(),
      table.content_id,
      table.end_at,
    ),
    index('content_listing_by_study').on(
      table.site_id,
      table.study_count.desc(),
      table.content_id,
      table.publish_at,
      table.end_at,
    ),
    index('content_listing_by_credits').on(
      table.site_id,
      table.credits.desc(),
      table.publish_at.desc(),
      table.content_id,
      table.end_at,
    ),
    index('content_listing_by_price').on(
      table.site_id,
      table.price_fen,
      table.publish_at.desc(),
      table.content_id,
      table.end_at,
    ),
    // The previous release reads by these; a later release drops them.
    index('content_listing_best').on(
      table.site_id,
      table.place,
      table.publish_at.desc(),
      table.content_id,
    ),
    index('content_listing_new').on(table.site_id, table.publish_at.desc(), table.content_id),
    index('content_listing_hot').on(table.site_id, table.study_count.desc(), table.content_id),
    index('content_listing_credit').on(
      table.site_id,
      table.credits.desc(),
      table.publish_at.desc(),
      table.content_id,
    ),
    index('content_listing_price').on(
      table.site_id,
      table.price_fen,
      table.publish_at.desc(),
      table.content_id,
    ),
  ],
);

/** Figures for the home page of a site, and the years that lists offer. Recomputed on every write,
 * and every minute. */
export const siteTally = pgTable('site_tally', {
  site_id: text('site_id').primaryKey(),
  course: whole('course'),
  learner: whole('learner'),
  teacher: whole('teacher'),
  /** Years of its content, newest first. */
  years: integer('years')
    .array()
    .notNull()
    .default(sql`'{}'`),
  counted_at: timestamptz('counted_at').notNull(),
});
