import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { QuestionType } from '@cme/contract/study';
import { timestamptz } from '../../../platform/database/columns.ts';
import type { FrozenPaper, Policy, Rule } from './paper.rules.ts';
import type { Part } from './question.ts';

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
