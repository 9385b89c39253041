import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Questions that may be asked while a section plays. */
export const classQuestion = pgTable(
  'class_question',
  {
    question_id: text('question_id').primaryKey(),
    section_id: text('section_id').notNull(),
    stem: text('stem').notNull(),
    options: jsonb('options').$type<{ key: string; text: string }[]>().notNull(),
    /** Keys of the correct options in order, such as `AC`. */
    answer: text('answer').notNull(),
    explain: text('explain').notNull().default(''),
    sort: integer('sort').notNull().default(0),
  },
  (table) => [index('class_question_section').on(table.section_id)],
);
