import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { content, resource } from '../catalogue/catalogue.tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What a content of type L or R has beside its row there. Its state follows from these facts and
 * the clock, so that no job has to come in time. */
export const live = pgTable(
  'live',
  {
    content_id: text('content_id')
      .primaryKey()
      .references(() => content.content_id),
    begin_at: moment('begin_at').notNull(),
    /** As planned; `ended_at` counts where the broadcast ended otherwise. */
    finish_at: moment('finish_at').notNull(),
    ended_at: moment('ended_at'),
    /** Set once the recording is there and is being transcoded. */
    recorded_at: moment('recorded_at'),
    replay_id: text('replay_id').references(() => resource.resource_id),
    canceled_at: moment('canceled_at'),
    cancel_reason: text('cancel_reason').notNull().default(''),
  },
  (table) => [
    index('live_begin').on(table.begin_at, table.content_id),
    index('live_finish').on(table.finish_at, table.content_id),
  ],
);

/** Who wants to be reminded. Taking it back deletes the row. */
export const liveBooking = pgTable(
  'live_booking',
  {
    content_id: text('content_id')
      .notNull()
      .references(() => live.content_id),
    user_id: text('user_id').notNull(),
    site_id: text('site_id').notNull(),
    booked_at: moment('booked_at').notNull(),
    reminded_at: moment('reminded_at'),
  },
  (table) => [primaryKey({ columns: [table.content_id, table.user_id] })],
);
