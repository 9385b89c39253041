import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
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
    /** When a stream arrived first, and when the ingest last said that there is one; null once it
     * said that the stream has gone. */
    started_at: moment('started_at'),
    stream_seen_at: moment('stream_seen_at'),
    chat_on: boolean('chat_on').notNull().default(true),
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

/** What the ingest has recorded of a live: one file for each time that the stream came. */
export const liveRecording = pgTable(
  'live_recording',
  {
    recording_id: text('recording_id').primaryKey(),
    content_id: text('content_id')
      .notNull()
      .references(() => live.content_id),
    /** Name below the folder of recordings. */
    file: text('file').notNull(),
    recorded_at: moment('recorded_at').notNull(),
  },
  (table) => [uniqueIndex('live_recording_once').on(table.content_id, table.file)],
);

/** How long somebody was at a live, by the server's clock. */
export const liveAttendance = pgTable(
  'live_attendance',
  {
    content_id: text('content_id')
      .notNull()
      .references(() => live.content_id),
    user_id: text('user_id').notNull(),
    site_id: text('site_id').notNull(),
    watched_ms: bigint('watched_ms', { mode: 'number' }).notNull().default(0),
    entered_at: moment('entered_at').notNull(),
    last_beat_at: moment('last_beat_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.content_id, table.user_id] }),
    index('live_attendance_seen').on(table.content_id, table.last_beat_at),
  ],
);

/** What was said in the room. Hidden messages stay, for who decided and why. */
export const liveMessage = pgTable(
  'live_message',
  {
    message_id: text('message_id').primaryKey(),
    content_id: text('content_id')
      .notNull()
      .references(() => live.content_id),
    user_id: text('user_id').notNull(),
    site_id: text('site_id').notNull(),
    text: text('text').notNull(),
    is_staff: boolean('is_staff').notNull().default(false),
    request_id: text('request_id').notNull(),
    sent_at: moment('sent_at').notNull(),
    hidden_at: moment('hidden_at'),
  },
  (table) => [
    index('live_message_room').on(table.content_id, table.message_id),
    uniqueIndex('live_message_once').on(table.user_id, table.request_id),
  ],
);

/** Who may not write in a room any more. */
export const liveMute = pgTable(
  'live_mute',
  {
    content_id: text('content_id')
      .notNull()
      .references(() => live.content_id),
    user_id: text('user_id').notNull(),
    muted_at: moment('muted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.content_id, table.user_id] })],
);
