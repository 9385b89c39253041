import { index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const learnStatuses = [
  'enrolled',
  'studying',
  'study_done',
  'exam_failed',
  'completed',
  'revoked',
] as const;
/** As stored. `expired` is never stored: it follows from `study_end_at`, so that an extension
 * gives the former state back. Neither is `suspended`: it follows from `suspension`. */
export type StoredLearnStatus = (typeof learnStatuses)[number];

export const suspensions = ['', 'refund_pending', 'refund_approved'] as const;
export type SuspensionReason = (typeof suspensions)[number];

/** One row per learner, course and cycle. */
export const learning = pgTable(
  'learning',
  {
    learning_id: text('learning_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    content_id: text('content_id').notNull(),
    /** `P`: the row of a package itself; its courses have rows of their own. */
    content_type: text('content_type').notNull().default('C'),
    cycle: integer('cycle').notNull().default(1),
    source: text('source').$type<'free' | 'order' | 'card' | 'class' | 'sample'>().notNull(),
    source_id: text('source_id').notNull().default(''),
    learn_status: text('learn_status').$type<StoredLearnStatus>().notNull().default('enrolled'),
    credit_status: text('credit_status')
      .$type<'none' | 'can_apply' | 'applied' | 'granted' | 'revoked'>()
      .notNull()
      .default('none'),
    /** Result of the course's examination; `failed` once every attempt is used up. */
    exam_status: text('exam_status')
      .$type<'none' | 'passed' | 'failed'>()
      .notNull()
      .default('none'),
    survey_status: text('survey_status').$type<'none' | 'done'>().notNull().default('none'),
    /** Whole percent. */
    progress: integer('progress').notNull().default(0),
    joined_at: moment('joined_at').notNull(),
    started_at: moment('started_at'),
    study_end_at: moment('study_end_at').notNull(),
    completed_at: moment('completed_at'),
    last_section_id: text('last_section_id').notNull().default(''),
    last_at: moment('last_at').notNull(),
    /** Set while study is suspended: the reason, the refund and its order. */
    suspension: text('suspension').$type<SuspensionReason>().notNull().default(''),
    suspended_by: text('suspended_by').notNull().default(''),
    suspended_order: text('suspended_order').notNull().default(''),
  },
  (table) => [
    uniqueIndex('learning_once').on(table.user_id, table.content_id, table.cycle),
    index('learning_user').on(table.user_id, table.last_at),
    index('learning_content').on(table.content_id),
    index('learning_source').on(table.source, table.source_id),
  ],
);
