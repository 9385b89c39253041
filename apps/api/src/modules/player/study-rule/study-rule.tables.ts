import { doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** What a site's centre switches for the study of a course, or of all its courses (`content_id`
 * empty). What is null is as the next wider row says. */
export const studyRule = pgTable(
  'study_rule',
  {
    site_id: text('site_id').notNull(),
    content_id: text('content_id').notNull().default(''),
    /** Y: a first study may go to any place. */
    allow_seek: text('allow_seek').$type<'Y' | 'N'>(),
    /** Highest speed at which a first study counts. */
    max_rate: doublePrecision('max_rate'),
    /** N: sections that are begun from now on have no presence checks. */
    checks: text('checks').$type<'Y' | 'N'>(),
    /** Counted minutes of a learner in a day. */
    daily_cap_minutes: integer('daily_cap_minutes'),
    /** What a second player does. */
    play_kick_mode: text('play_kick_mode').$type<'kick_previous' | 'reject_current'>(),
    /** Y: the picture may float above other windows. */
    allow_pip: text('allow_pip').$type<'Y' | 'N'>(),
  },
  (table) => [primaryKey({ columns: [table.site_id, table.content_id] })],
);
