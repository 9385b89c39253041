import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

export const approvalKinds = [
  'refund',
  'exam_correct',
  'exam_regrade',
  'exam_void',
  'identity_correct',
  'fact_change',
  'credit_waive',
  'factor_reset',
  'role_give',
  'role_invite',
  'certificate_approve',
  'certificate_revoke',
  'certificate_replace',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];
export type ApprovalStatus = 'proposed' | 'confirmed' | 'done' | 'withdrawn' | 'lapsed';

/** A decision that one member of staff proposes and another one confirms. */
export const approval = pgTable(
  'approval',
  {
    approval_id: text('approval_id').primaryKey(),
    kind: text('kind').$type<ApprovalKind>().notNull(),
    /** The kind of subject: a refund, a paper, an attempt, a question. */
    subject_id: text('subject_id').notNull(),
    /** The arguments of the command. */
    request: jsonb('request').$type<string[]>().notNull(),
    /** The facts at the proposal as text; if they differ at the confirmation, a new proposal is
     * needed. */
    facts: text('facts').notNull(),
    approval_status: text('approval_status').$type<ApprovalStatus>().notNull(),
    proposed_by: text('proposed_by').notNull(),
    confirmed_by: text('confirmed_by').notNull().default(''),
    created_at: timestamptz('created_at').notNull(),
    expire_at: timestamptz('expire_at').notNull(),
    confirmed_at: timestamptz('confirmed_at'),
  },
  (table) => [
    uniqueIndex('approval_open')
      .on(table.kind, table.subject_id)
      .where(sql`approval_status = 'proposed'`),
    index('approval_list').on(table.created_at),
  ],
);
