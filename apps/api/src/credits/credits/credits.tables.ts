import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import type { Scope } from '../../content/catalogue/scope.rules.ts';

const amount = (name: string) =>
  numeric(name, { precision: 6, scale: 2, mode: 'number' }).notNull();
const words = (name: string) => text(name).notNull().default('');

/** Cap of a kind in one year; amounts above it are shown but not counted. */
export interface KindCap {
  kind: string;
  max_credits: number;
}

/** Credits of one type that a year requires, in addition to the total. */
export interface TypeNeed {
  credit_type: string;
  name: string;
  need: number;
}

/** A learner's annual requirement; a year without rules uses those of the latest earlier year. */
export const creditRule = pgTable(
  'credit_rule',
  {
    rule_id: text('rule_id').primaryKey(),
    site_id: text('site_id').notNull(),
    name: text('name').notNull(),
    year: integer('year').notNull(),
    scope: jsonb('scope').$type<Scope>().notNull().default({}),
    need_hours: amount('need_hours'),
    need_public: amount('need_public'),
    need_pro: amount('need_pro'),
    need_credits: amount('need_credits'),
    kind_caps: jsonb('kind_caps').$type<KindCap[]>().notNull().default([]),
    type_needs: jsonb('type_needs').$type<TypeNeed[]>().notNull().default([]),
    note: words('note'),
    /** Last day of the annual requirement, month and day; declarations within the grace period
     * still count. */
    due_day: text('due_day').notNull().default('12-31'),
    grace_days: integer('grace_days').notNull().default(0),
  },
  (table) => [index('credit_rule_year').on(table.site_id, table.year)],
);

/** Reason for reducing a person's requirement. */
export const waiverKinds = ['maternity', 'illness', 'abroad', 'aid', 'other'] as const;
export type WaiverKind = (typeof waiverKinds)[number];

/** A waived share of a person's annual requirement, decided by two people. A revoked waiver is kept
 * as a record. */
export const creditWaiver = pgTable(
  'credit_waiver',
  {
    waiver_id: text('waiver_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    year: integer('year').notNull(),
    kind: text('kind').$type<WaiverKind>().notNull(),
    percent: integer('percent').notNull(),
    reason: text('reason').notNull(),
    proposed_by: text('proposed_by').notNull(),
    given_by: text('given_by').notNull(),
    given_at: timestamptz('given_at').notNull(),
    revoked_at: timestamptz('revoked_at'),
  },
  (table) => [
    uniqueIndex('credit_waiver_open')
      .on(table.user_id, table.year)
      .where(sql`revoked_at is null`),
  ],
);

/** The ledger, append-only: a correction is another row with the opposite sign. */
export const creditRecord = pgTable(
  'credit_record',
  {
    id: text('id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    year: integer('year').notNull(),
    subject_kind: text('subject_kind').notNull(),
    /** Kind of activity in the caps of rules. */
    kind: text('kind').notNull(),
    hours: amount('hours'),
    credits: amount('credits'),
    credit_type: words('credit_type'),
    project_level: words('project_level'),
    source_type: text('source_type')
      .$type<'course' | 'package' | 'class' | 'exam' | 'exchange' | 'manual' | 'reversal'>()
      .notNull(),
    source_id: text('source_id').notNull(),
    cycle: integer('cycle').notNull().default(1),
    /** Incremented when the same course is completed again after a reversal. */
    edition: integer('edition').notNull().default(1),
    title: text('title').notNull(),
    project_no: words('project_no'),
    issuer: words('issuer'),
    status: text('status').$type<'pending' | 'granted' | 'reversed'>().notNull(),
    /** Reason for a correction. */
    reason: words('reason'),
    created_at: timestamptz('created_at').notNull(),
    granted_at: timestamptz('granted_at'),
    cert_no: words('cert_no'),
  },
  (table) => [
    unique('credit_record_once').on(
      table.user_id,
      table.source_type,
      table.source_id,
      table.cycle,
      table.edition,
    ),
    index('credit_record_year').on(table.user_id, table.year),
  ],
);
