import {
  bigint,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/columns.ts';
import type { Span } from './spans.rules.ts';

/** A learner's watched parts of a section; only ever grows. */
export const sectionProgress = pgTable(
  'section_progress',
  {
    learning_id: text('learning_id').notNull(),
    section_id: text('section_id').notNull(),
    section_status: text('section_status')
      .$type<'not_started' | 'studying' | 'finished'>()
      .notNull()
      .default('not_started'),
    /** Merged, ascending, in milliseconds. */
    watched_ranges: jsonb('watched_ranges').$type<Span[]>().notNull().default([]),
    covered_ms: integer('covered_ms').notNull().default(0),
    furthest_ms: integer('furthest_ms').notNull().default(0),
    last_position_ms: integer('last_position_ms').notNull().default(0),
    finished_at: timestamptz('finished_at'),
    updated_at: timestamptz('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.learning_id, table.section_id] })],
);

/** Credited time per learner and day in Asia/Shanghai. */
export const studyDay = pgTable(
  'study_day',
  {
    user_id: text('user_id').notNull(),
    day: text('day').notNull(),
    counted_ms: bigint('counted_ms', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.day] })],
);

/** Presence checks of a learner in a section, planned by the server when the section is first
 * entered. */
export const checkLog = pgTable(
  'check_log',
  {
    check_id: text('check_id').primaryKey(),
    learning_id: text('learning_id').notNull(),
    section_id: text('section_id').notNull(),
    planned_second: integer('planned_second').notNull(),
    kind: text('kind').$type<'click' | 'question'>().notNull().default('click'),
    /** The current question; replaced after a wrong answer. */
    question_id: text('question_id'),
    wrong_count: integer('wrong_count').notNull().default(0),
    shown_at: timestamptz('shown_at'),
    answered_at: timestamptz('answered_at'),
  },
  (table) => [
    uniqueIndex('check_log_once').on(table.learning_id, table.section_id, table.planned_second),
  ],
);
