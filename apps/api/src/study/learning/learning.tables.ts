import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

export const learnStatuses = [
  'enrolled',
  'studying',
  'study_done',
  'exam_failed',
  'completed',
  'revoked',
] as const;
/** The stored state. `expired` is computed from `study_end_at`, so that an extension restores the
 * former state. `suspended` is computed from `suspension`. */
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
    /** `P`: the row of a package; its courses have their own rows. */
    content_type: text('content_type').notNull().default('C'),
    cycle: integer('cycle').notNull().default(1),
    source: text('source').$type<'free' | 'order' | 'card' | 'class' | 'sample'>().notNull(),
    source_id: text('source_id').notNull().default(''),
    learn_status: text('learn_status').$type<StoredLearnStatus>().notNull().default('enrolled'),
    credit_status: text('credit_status')
      .$type<'none' | 'can_apply' | 'applied' | 'granted' | 'revoked'>()
      .notNull()
      .default('none'),
    /** Result of the course's examination; `failed` when all attempts are used up. */
    exam_status: text('exam_status')
      .$type<'none' | 'passed' | 'failed'>()
      .notNull()
      .default('none'),
    survey_status: text('survey_status').$type<'none' | 'done'>().notNull().default('none'),
    /** In percent. */
    progress: integer('progress').notNull().default(0),
    joined_at: timestamptz('joined_at').notNull(),
    started_at: timestamptz('started_at'),
    study_end_at: timestamptz('study_end_at').notNull(),
    completed_at: timestamptz('completed_at'),
    last_section_id: text('last_section_id').notNull().default(''),
    last_at: timestamptz('last_at').notNull(),
    /** Set while study is suspended: the reason, the refund and its order. */
    suspension: text('suspension').$type<SuspensionReason>().notNull().default(''),
    suspended_by: text('suspended_by').notNull().default(''),
    suspended_order: text('suspended_order').notNull().default(''),
    /** When the learner hid it from the list. */
    hidden_at: timestamptz('hidden_at'),
  },
  (table) => [
    uniqueIndex('learning_once').on(table.user_id, table.content_id, table.cycle),
    index('learning_user').on(table.user_id, table.last_at),
    index('learning_content').on(table.content_id),
    index('learning_source').on(table.source, table.source_id),
  ],
);

export const extensionStates = ['waiting', 'granted', 'refused'] as const;
export type ExtensionState = (typeof extensionStates)[number];

/** A request for an extension; one per enrolment is pending at a time. */
export const extensionRequest = pgTable(
  'extension_request',
  {
    extension_id: text('extension_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    learning_id: text('learning_id')
      .notNull()
      .references(() => learning.learning_id),
    state: text('state').$type<ExtensionState>().notNull().default('waiting'),
    reason: text('reason').notNull(),
    /** The end of study at the request, and as granted. */
    old_end_at: timestamptz('old_end_at').notNull(),
    new_end_at: timestamptz('new_end_at'),
    reply: text('reply').notNull().default(''),
    asked_at: timestamptz('asked_at').notNull(),
    decided_at: timestamptz('decided_at'),
    decided_by: text('decided_by').notNull().default(''),
  },
  (table) => [
    uniqueIndex('extension_waiting')
      .on(table.learning_id)
      .where(sql`${table.state} = 'waiting'`),
    index('extension_of_learning').on(table.learning_id, table.asked_at),
    index('extension_queue').on(table.state, table.asked_at),
  ],
);
