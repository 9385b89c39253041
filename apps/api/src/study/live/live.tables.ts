import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { content, resource } from '../../content/catalogue/catalogue.tables.ts';

/** Additional columns of a content of type L or R. The state is computed from these facts and the
 * clock, so that no job has to run on time. */
export const live = pgTable(
  'live',
  {
    content_id: text('content_id')
      .primaryKey()
      .references(() => content.content_id),
    begin_at: timestamptz('begin_at').notNull(),
    /** As planned; `ended_at` is the actual end. */
    finish_at: timestamptz('finish_at').notNull(),
    ended_at: timestamptz('ended_at'),
    /** Set once the recording is available and being transcoded. */
    recorded_at: timestamptz('recorded_at'),
    replay_id: text('replay_id').references(() => resource.resource_id),
    canceled_at: timestamptz('canceled_at'),
    cancel_reason: text('cancel_reason').notNull().default(''),
    /** The first start of a stream, and the last confirmation by the ingest; null after the stream
     * has stopped. */
    started_at: timestamptz('started_at'),
    stream_seen_at: timestamptz('stream_seen_at'),
    chat_on: boolean('chat_on').notNull().default(true),
  },
  (table) => [
    index('live_begin').on(table.begin_at, table.content_id),
    index('live_finish').on(table.finish_at, table.content_id),
  ],
);

/** Bookings of reminders. Cancelling deletes the row. */
export const liveBooking = pgTable(
  'live_booking',
  {
    content_id: text('content_id')
      .notNull()
      .references(() => live.content_id),
    user_id: text('user_id').notNull(),
    site_id: text('site_id').notNull(),
    booked_at: timestamptz('booked_at').notNull(),
    reminded_at: timestamptz('reminded_at'),
  },
  (table) => [primaryKey({ columns: [table.content_id, table.user_id] })],
);

/** Recordings of a live by the ingest: one file per connection of the stream. */
export const liveRecording = pgTable(
  'live_recording',
  {
    recording_id: text('recording_id').primaryKey(),
    content_id: text('content_id')
      .notNull()
      .references(() => live.content_id),
    /** Name in the folder of recordings. */
    file: text('file').notNull(),
    recorded_at: timestamptz('recorded_at').notNull(),
  },
  (table) => [uniqueIndex('live_recording_once').on(table.content_id, table.file)],
);

/** Attendance at a live, by the server's clock. */
export const liveAttendance = pgTable(
  'live_attendance',
  {
    content_id: text('content_id')
      .notNull()
      .references(() => live.content_id),
    user_id: text('user_id').notNull(),
    site_id: text('site_id').notNull(),
    watched_ms: bigint('watched_ms', { mode: 'number' }).notNull().default(0),
    entered_at: timestamptz('entered_at').notNull(),
    last_beat_at: timestamptz('last_beat_at').notNull(),
    /** When a part of the stream was last fetched: only then time counts. */
    fetched_at: timestamptz('fetched_at'),
  },
  (table) => [
    primaryKey({ columns: [table.content_id, table.user_id] }),
    index('live_attendance_seen').on(table.content_id, table.last_beat_at),
  ],
);

/** Chat messages. Hidden ones are kept with who decided and why. */
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
    sent_at: timestamptz('sent_at').notNull(),
    hidden_at: timestamptz('hidden_at'),
  },
  (table) => [
    index('live_message_room').on(table.content_id, table.message_id),
    uniqueIndex('live_message_once').on(table.user_id, table.request_id),
  ],
);

/** Muted participants of a room. */
export const liveMute = pgTable(
  'live_mute',
  {
    content_id: text('content_id')
      .notNull()
      .references(() => live.content_id),
    user_id: text('user_id').notNull(),
    muted_at: timestamptz('muted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.content_id, table.user_id] })],
);
