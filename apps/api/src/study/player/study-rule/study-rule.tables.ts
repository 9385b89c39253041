import { doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * A centre's settings for a course, or for all its courses (`content_id` empty). Null falls back to
 * the next wider row.
 */
export const studyRule = pgTable(
  'study_rule',
  {
    site_id: text('site_id').notNull(),
    content_id: text('content_id').notNull().default(''),
    /** Y: seeking is allowed on the first viewing. */
    allow_seek: text('allow_seek').$type<'Y' | 'N'>(),
    /** Maximum speed that counts on the first viewing. */
    max_rate: doublePrecision('max_rate'),
    /** N: sections started from now on have no presence checks. */
    checks: text('checks').$type<'Y' | 'N'>(),
    /** Daily cap of counted time, in minutes. */
    daily_cap_minutes: integer('daily_cap_minutes'),
    /** What a second player does. */
    play_kick_mode: text('play_kick_mode').$type<'kick_previous' | 'reject_current'>(),
    /** Y: picture-in-picture is allowed. */
    allow_pip: text('allow_pip').$type<'Y' | 'N'>(),
  },
  (table) => [primaryKey({ columns: [table.site_id, table.content_id] })],
);
