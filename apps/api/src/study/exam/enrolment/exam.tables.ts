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
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Slot } from '../paper/draw.rules.ts';
import type { FrozenPaper, Part, Policy, QuestionType, Rule } from '../paper/paper.rules.ts';

const flag = (name: string) => text(name).$type<'Y' | 'N'>();
const timestamptz = (name: string) => timestamp(name, { withTimezone: true });
const points = (name: string) => numeric(name, { precision: 6, scale: 2, mode: 'number' });

/** The question bank. Changes add a version; a case with several questions is one row. */
export const question = pgTable(
  'question',
  {
    question_id: text('question_id').notNull(),
    version: integer('version').notNull(),
    current: boolean('current').notNull().default(true),
    type: text('type').$type<QuestionType>().notNull(),
    discipline: text('discipline').notNull(),
    point: text('point').notNull(),
    difficulty: integer('difficulty').notNull(),
    /** The shared stem of a group; otherwise empty. */
    stem: text('stem').notNull().default(''),
    image: text('image').notNull().default(''),
    parts: jsonb('parts').$type<Part[]>().notNull(),
    status: text('status').$type<'on' | 'off'>().notNull().default('on'),
    made_at: timestamptz('made_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.question_id, table.version] }),
    uniqueIndex('question_current')
      .on(table.question_id)
      .where(sql`${table.current}`),
    index('question_discipline').on(table.discipline, table.type),
  ],
);

export const paper = pgTable('paper', {
  paper_id: text('paper_id').primaryKey(),
  title: text('title').notNull(),
  kind: text('kind')
    .$type<'course' | 'class' | 'public' | 'practice'>()
    .notNull()
    .default('course'),
  status: text('status').$type<'draft' | 'published' | 'closed'>().notNull().default('draft'),
  /** The version used by new attempts; 0 before the first publication. */
  version: integer('version').notNull().default(0),
  disciplines: text('disciplines').array().notNull().default([]),
  rules: jsonb('rules').$type<Rule[]>().notNull(),
  policy: jsonb('policy').$type<Policy>().notNull(),
  open_at: timestamptz('open_at'),
  close_at: timestamptz('close_at'),
});

/** A published paper: immutable, and so are the attempts drawn from it. */
export const paperVersion = pgTable(
  'paper_version',
  {
    paper_id: text('paper_id')
      .notNull()
      .references(() => paper.paper_id),
    version: integer('version').notNull(),
    frozen: jsonb('frozen').$type<FrozenPaper>().notNull(),
    published_at: timestamptz('published_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.paper_id, table.version] })],
);

/** The paper that concludes a course on a site. */
export const paperCourse = pgTable(
  'paper_course',
  {
    site_id: text('site_id').notNull(),
    content_id: text('content_id').notNull(),
    paper_id: text('paper_id')
      .notNull()
      .references(() => paper.paper_id),
  },
  (table) => [
    primaryKey({ columns: [table.site_id, table.content_id] }),
    index('paper_course_paper').on(table.paper_id),
  ],
);

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
