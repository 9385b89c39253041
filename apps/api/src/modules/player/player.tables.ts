import { sql } from 'drizzle-orm';
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export type PlayStatus = 'active' | 'paused' | 'superseded' | 'ended' | 'lapsed';

/** One play of one section by one learner, in one sign-in session. At most one of a learner is
 * open. */
export const playSession = pgTable(
  'play_session',
  {
    play_id: text('play_id').primaryKey(),
    token_hash: text('token_hash').notNull(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    /** The sign-in session; a beat of another one is refused. */
    session_id: text('session_id').notNull(),
    learning_id: text('learning_id').notNull(),
    content_id: text('content_id').notNull(),
    section_id: text('section_id').notNull(),
    device: text('device').notNull().default(''),
    play_status: text('play_status').$type<PlayStatus>().notNull().default('active'),
    seq: integer('seq').notNull().default(0),
    last_accepted_ms: integer('last_accepted_ms').notNull().default(0),
    started_at: moment('started_at').notNull(),
    last_beat_at: moment('last_beat_at').notNull(),
    /** Up to this moment the learner's time has been credited, on any device and in any course. */
    credited_to: moment('credited_to').notNull(),
    accepted_ms: bigint('accepted_ms', { mode: 'number' }).notNull().default(0),
    rejected_count: integer('rejected_count').notNull().default(0),
    /** What held when it began, where the centre has a say; null in plays of older releases. */
    allow_seek: text('allow_seek').$type<'Y' | 'N'>(),
    max_rate: doublePrecision('max_rate'),
    daily_cap_ms: integer('daily_cap_ms'),
    /** When its beats left the log; its sums stay. */
    beats_removed_at: moment('beats_removed_at'),
  },
  (table) => [
    uniqueIndex('play_session_token').on(table.token_hash),
    uniqueIndex('play_session_one_open')
      .on(table.user_id)
      .where(sql`${table.play_status} in ('active', 'paused')`),
    index('play_session_user').on(table.user_id, table.started_at),
    index('play_session_logged')
      .on(table.started_at)
      .where(sql`${table.beats_removed_at} is null`),
  ],
);

/** Append-only: every beat that was accepted, with what it said and what counted. Leaves after
 * thirteen months (`remove-beats.job.ts`). */
export const beatLog = pgTable(
  'beat_log',
  {
    play_id: text('play_id').notNull(),
    seq: integer('seq').notNull(),
    at: moment('at').notNull(),
    client_at: bigint('client_at', { mode: 'number' }).notNull(),
    spans: jsonb('spans').$type<[number, number][]>().notNull(),
    position_ms: integer('position_ms').notNull(),
    accepted_ms: integer('accepted_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.play_id, table.seq] })],
);
