import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/columns.ts';

export type PlayStatus = 'active' | 'paused' | 'superseded' | 'ended' | 'lapsed';

/**
 * One play of one section by one learner, in one sign-in session. A learner has at most one open
 * play.
 */
export const playSession = pgTable(
  'play_session',
  {
    play_id: text('play_id').primaryKey(),
    token_hash: text('token_hash').notNull(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    /** The sign-in session; beats of another one are refused. */
    session_id: text('session_id').notNull(),
    learning_id: text('learning_id').notNull(),
    content_id: text('content_id').notNull(),
    section_id: text('section_id').notNull(),
    device: text('device').notNull().default(''),
    play_status: text('play_status').$type<PlayStatus>().notNull().default('active'),
    seq: integer('seq').notNull().default(0),
    last_accepted_ms: integer('last_accepted_ms').notNull().default(0),
    started_at: timestamptz('started_at').notNull(),
    last_beat_at: timestamptz('last_beat_at').notNull(),
    /** The learner's time has been credited up to here, on any device and in any course. */
    credited_to: timestamptz('credited_to').notNull(),
    accepted_ms: bigint('accepted_ms', { mode: 'number' }).notNull().default(0),
    rejected_count: integer('rejected_count').notNull().default(0),
    /** Centre settings when the play began; null in plays of older releases. */
    allow_seek: text('allow_seek').$type<'Y' | 'N'>(),
    max_rate: doublePrecision('max_rate'),
    daily_cap_ms: integer('daily_cap_ms'),
    /** Only parts that were fetched count; false in plays of older releases. */
    needs_fetch: boolean('needs_fetch').notNull().default(false),
    /** When its beats were deleted from the log; the totals stay. */
    beats_removed_at: timestamptz('beats_removed_at'),
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

/**
 * Append-only log of accepted beats: what each claimed and what counted. Deleted after thirteen
 * months (`remove-beats.job.ts`).
 */
export const beatLog = pgTable(
  'beat_log',
  {
    play_id: text('play_id').notNull(),
    seq: integer('seq').notNull(),
    at: timestamptz('at').notNull(),
    client_at: bigint('client_at', { mode: 'number' }).notNull(),
    spans: jsonb('spans').$type<[number, number][]>().notNull(),
    position_ms: integer('position_ms').notNull(),
    accepted_ms: integer('accepted_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.play_id, table.seq] })],
);

const multirange = customType<{ data: string }>({ dataType: () => 'int4multirange' });

/**
 * The parts of a section's video, in milliseconds, that were fetched with the passes of an
 * enrolment. Kept for its later plays, because a browser plays again what it still holds.
 */
export const sectionFetch = pgTable(
  'section_fetch',
  {
    learning_id: text('learning_id').notNull(),
    section_id: text('section_id').notNull(),
    parts: multirange('parts').notNull().default('{}'),
    updated_at: timestamptz('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.learning_id, table.section_id] })],
);
