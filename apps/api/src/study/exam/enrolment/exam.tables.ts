import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/columns.ts';
import type { Slot } from '../paper/question.ts';

const flag = (name: string) => text(name).$type<'Y' | 'N'>();
const points = (name: string) => numeric(name, { precision: 6, scale: 2, mode: 'number' });

export const attemptStatuses = ['in_progress', 'reviewing', 'graded', 'voided'] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];
export type SubmitType = 'manual' | 'timeout' | 'switch' | 'admin';

/**
 * One attempt at a paper. Submission and automatic score are one commit: no row is submitted
 * without a score.
 */
export const examAttempt = pgTable(
  'exam_attempt',
  {
    score_id: text('score_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    learning_id: text('learning_id').notNull(),
    content_id: text('content_id').notNull(),
    paper_id: text('paper_id').notNull(),
    paper_version: integer('paper_version').notNull(),
    /**
     * Version of the corrected keys used for scoring; the questions stay those of its own version.
     */
    key_version: integer('key_version'),
    attempt_no: integer('attempt_no').notNull(),
    /** False: returned by the centre, so that it does not use up an attempt. */
    counted: boolean('counted').notNull().default(true),
    /** The questions with their order and option order: fixed at the start. */
    instance: jsonb('instance').$type<Slot[]>().notNull(),
    attempt_status: text('attempt_status').$type<AttemptStatus>().notNull().default('in_progress'),
    seat: text('seat').notNull(),
    device: text('device').notNull().default(''),
    started_at: timestamptz('started_at').notNull(),
    deadline_at: timestamptz('deadline_at').notNull(),
    switch_count: integer('switch_count').notNull().default(0),
    submit_type: text('submit_type').$type<SubmitType>(),
    submitted_at: timestamptz('submitted_at'),
    used_seconds: integer('used_seconds').notNull().default(0),
    /** Points per question; a short answer is missing until it is graded. */
    marks: jsonb('marks').$type<Record<string, number>>().notNull().default({}),
    score: points('score'),
    result: text('result').$type<'passed' | 'failed'>(),
    graded_at: timestamptz('graded_at'),
    /** When the score was booked on the enrolment and the learner was notified. */
    booked_at: timestamptz('booked_at'),
  },
  (table) => [
    uniqueIndex('exam_attempt_no').on(table.learning_id, table.paper_id, table.attempt_no),
    uniqueIndex('exam_attempt_one_open')
      .on(table.learning_id, table.paper_id)
      .where(sql`${table.attempt_status} = 'in_progress'`),
    index('exam_attempt_user').on(table.user_id),
    index('exam_attempt_due')
      .on(table.deadline_at)
      .where(sql`${table.attempt_status} = 'in_progress'`),
    index('exam_attempt_unbooked')
      .on(table.graded_at)
      .where(sql`${table.attempt_status} = 'graded' and ${table.booked_at} is null`),
    index('exam_attempt_paper')
      .on(table.paper_id, table.score)
      .where(sql`${table.attempt_status} = 'graded'`),
  ],
);

/** Answers as received. */
export const examAnswer = pgTable(
  'exam_answer',
  {
    score_id: text('score_id')
      .notNull()
      .references(() => examAttempt.score_id),
    qid: text('qid').notNull(),
    answer: text('answer').array().notNull(),
    version: integer('version').notNull(),
    marked: flag('marked').notNull().default('N'),
    saved_at: timestamptz('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.score_id, table.qid] })],
);
