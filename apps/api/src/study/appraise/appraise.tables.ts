import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

const count = (name: string) => integer(name).notNull().default(0);

/** A learner's review of a completed course: one per person, immutable. */
export const appraise = pgTable(
  'appraise',
  {
    appraise_id: text('appraise_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    content_id: text('content_id').notNull(),
    /** The four scales, each 1 to 5. */
    useful: integer('useful').notNull(),
    concise: integer('concise').notNull(),
    logical: integer('logical').notNull(),
    design: integer('design').notNull(),
    text: text('text').notNull().default(''),
    status: text('status').$type<'shown' | 'hidden'>().notNull().default('shown'),
    created_at: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('appraise_once').on(table.user_id, table.content_id),
    index('appraise_content').on(
      table.site_id,
      table.content_id,
      table.created_at,
      table.appraise_id,
    ),
  ],
);

/** Sums of a site's reviews of a content, updated in the same transaction. */
export const appraiseSum = pgTable(
  'appraise_sum',
  {
    site_id: text('site_id').notNull(),
    content_id: text('content_id').notNull(),
    count: count('count'),
    useful: count('useful'),
    concise: count('concise'),
    logical: count('logical'),
    design: count('design'),
    /** Number of reviews by their mean rounded to one star, two, … */
    star_1: count('star_1'),
    star_2: count('star_2'),
    star_3: count('star_3'),
    star_4: count('star_4'),
    star_5: count('star_5'),
  },
  (table) => [primaryKey({ columns: [table.site_id, table.content_id] })],
);
