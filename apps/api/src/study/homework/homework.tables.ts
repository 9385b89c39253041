import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/** A homework task of a course. */
export const homework = pgTable(
  'homework',
  {
    homework_id: text('homework_id').primaryKey(),
    content_id: text('content_id').notNull(),
    /** The section that a pass finishes; none if it does not count for progress. */
    section_id: text('section_id'),
    title: text('title').notNull(),
    task: text('task').notNull(),
    full_score: integer('full_score').notNull().default(100),
    pass_score: integer('pass_score').notNull().default(60),
    deadline_at: timestamptz('deadline_at'),
    sort: integer('sort').notNull().default(0),
  },
  (table) => [
    index('homework_content').on(table.content_id, table.sort),
    uniqueIndex('homework_section').on(table.section_id),
  ],
);

/** An enrolment's answer to a task: one row over all attempts. */
export const homeworkSubmit = pgTable(
  'homework_submit',
  {
    submit_id: text('submit_id').primaryKey(),
    homework_id: text('homework_id').notNull(),
    learning_id: text('learning_id').notNull(),
    content_id: text('content_id').notNull(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    homework_status: text('homework_status')
      .$type<'draft' | 'submitted' | 'returned' | 'passed'>()
      .notNull(),
    text: text('text').notNull().default(''),
    /** A saved change of returned homework; `text` stays what was submitted. */
    draft: text('draft'),
    revision: integer('revision').notNull().default(0),
    score: integer('score'),
    comment: text('comment').notNull().default(''),
    submitted_at: timestamptz('submitted_at'),
    graded_at: timestamptz('graded_at'),
    graded_by: text('graded_by').notNull().default(''),
    updated_at: timestamptz('updated_at').notNull(),
  },
  (table) => [
    unique('homework_submit_once').on(table.homework_id, table.learning_id),
    index('homework_submit_waiting')
      .on(table.site_id, table.submitted_at, table.submit_id)
      .where(sql`homework_status = 'submitted'`),
  ],
);

/** Log of teachers who downloaded files of submitted homework. */
export const homeworkView = pgTable(
  'homework_view',
  {
    view_id: text('view_id').primaryKey(),
    submit_id: text('submit_id').notNull(),
    file_id: text('file_id').notNull(),
    viewer_id: text('viewer_id').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('homework_view_of').on(table.submit_id, table.at)],
);
