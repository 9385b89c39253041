import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

const flag = (name: string) => text(name).$type<'Y' | 'N'>();
export type SurveyType = 'single' | 'multiple' | 'rating' | 'text' | 'matrix';

export interface Choice {
  key: string;
  text: string;
}

export const survey = pgTable(
  'survey',
  {
    survey_id: text('survey_id').primaryKey(),
    site_id: text('site_id').notNull(),
    content_id: text('content_id').notNull(),
    title: text('title').notNull(),
    purpose: text('purpose').notNull().default(''),
    required_for_credit: flag('required_for_credit').notNull().default('Y'),
    editable: flag('editable').notNull().default('N'),
    close_at: timestamptz('close_at'),
  },
  (table) => [uniqueIndex('survey_course').on(table.site_id, table.content_id)],
);

export const surveyQuestion = pgTable(
  'survey_question',
  {
    qid: text('qid').primaryKey(),
    survey_id: text('survey_id')
      .notNull()
      .references(() => survey.survey_id),
    sort: integer('sort').notNull(),
    type: text('type').$type<SurveyType>().notNull(),
    stem: text('stem').notNull(),
    required: flag('required').notNull().default('Y'),
    options: jsonb('options').$type<Choice[]>().notNull().default([]),
    rows: jsonb('rows').$type<Choice[]>().notNull().default([]),
    max_length: integer('max_length').notNull().default(500),
  },
  (table) => [index('survey_question_survey').on(table.survey_id, table.sort)],
);

/** A submitted survey: one per enrolment. */
export const surveySubmission = pgTable(
  'survey_submission',
  {
    submission_id: text('submission_id').primaryKey(),
    survey_id: text('survey_id')
      .notNull()
      .references(() => survey.survey_id),
    learning_id: text('learning_id').notNull(),
    user_id: text('user_id').notNull(),
    submitted_at: timestamptz('submitted_at').notNull(),
    /** Raised whenever the answers are replaced. */
    version: integer('version').notNull().default(1),
  },
  (table) => [uniqueIndex('survey_submission_once').on(table.survey_id, table.learning_id)],
);

export const surveyAnswer = pgTable(
  'survey_answer',
  {
    submission_id: text('submission_id')
      .notNull()
      .references(() => surveySubmission.submission_id),
    qid: text('qid').notNull(),
    answer: text('answer').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.submission_id, table.qid] })],
);
