import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { AuditStep, declareStatuses, DeclareField } from '@cme/contract/credits';
import { timestamptz } from '../../platform/database/columns.ts';

export type DeclareStatus = (typeof declareStatuses)[number];

const amount = (name: string) => numeric(name, { precision: 6, scale: 2, mode: 'number' });
/** Six decimals, for a third of a credit. */
const rate = (name: string) => numeric(name, { precision: 10, scale: 6, mode: 'number' });
const words = (name: string) => text(name).notNull().default('');

export interface Amount {
  hours: number;
  credits: number;
}
/** The amount of one unit at a level by rank among authors or members; a single figure if the rank
 * does not matter. */
export interface KindLevel {
  code: string;
  name: string;
  rates: Amount[];
}
export interface KindField {
  key: DeclareField;
  label: string;
  hint: string;
  required: 'Y' | 'N';
}
export interface KindFile {
  key: string;
  name: string;
  hint: string;
  required: 'Y' | 'N';
}

/** Kinds of activity that can be declared on a site, by year; a year without rows uses those of the
 * latest earlier one. */
export const exchangeKind = pgTable(
  'exchange_kind',
  {
    site_id: text('site_id').notNull(),
    year: integer('year').notNull(),
    kind_code: text('kind_code').notNull(),
    name: text('name').notNull(),
    about: words('about'),
    /** Kind of activity in the caps of the annual rule. */
    activity_kind: text('activity_kind').notNull(),
    subject_kind: text('subject_kind').notNull(),
    unit: text('unit').notNull(),
    hours_per_unit: rate('hours_per_unit').notNull(),
    credits_per_unit: rate('credits_per_unit').notNull(),
    /** Maximum credits of one declaration. */
    max_value: amount('max_value').notNull(),
    levels: jsonb('levels').$type<KindLevel[]>().notNull().default([]),
    fields: jsonb('fields').$type<KindField[]>().notNull().default([]),
    need_files: jsonb('need_files').$type<KindFile[]>().notNull().default([]),
    /** Scope of a number: a certificate belongs to one person, a meeting or a project to its
     * members. */
    number_of: text('number_of').$type<'person' | 'activity'>().notNull().default('activity'),
    on: text('on').$type<'Y' | 'N'>().notNull().default('Y'),
    sort: integer('sort').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.site_id, table.year, table.kind_code] })],
);

/** The site's own last day for a year's activities. */
export const exchangeWindow = pgTable(
  'exchange_window',
  {
    site_id: text('site_id').notNull(),
    year: integer('year').notNull(),
    /** `YYYY-MM-DD`. */
    until: text('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.site_id, table.year] })],
);

/** The figures used for the amounts at submission. */
export interface KindTaken {
  name: string;
  unit: string;
  activity_kind: string;
  subject_kind: string;
  level_name: string;
  formula: string;
}

/** A learner's declaration of an activity. */
export const declare = pgTable(
  'declare',
  {
    declare_no: text('declare_no').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    request_id: text('request_id').notNull(),
    declare_status: text('declare_status').$type<DeclareStatus>().notNull(),
    revision: integer('revision').notNull().default(1),
    year: integer('year').notNull(),
    kind_code: text('kind_code').notNull(),
    activity_name: words('activity_name'),
    activity_no: words('activity_no'),
    issuer: words('issuer'),
    level: words('level'),
    role_order: integer('role_order').notNull().default(0),
    start_on: words('start_on'),
    end_on: words('end_on'),
    quantity: numeric('quantity', { precision: 8, scale: 2, mode: 'number' }).notNull().default(0),
    note: words('note'),
    files: jsonb('files').$type<{ need: string; file_id: string }[]>().notNull().default([]),
    taken: jsonb('taken').$type<KindTaken>(),
    hours_claimed: amount('hours_claimed').notNull().default(0),
    credits_claimed: amount('credits_claimed').notNull().default(0),
    hours_approved: amount('hours_approved'),
    credits_approved: amount('credits_approved'),
    /** Unit at submission; empty if the person has none. */
    unit_id: words('unit_id'),
    unit_name: words('unit_name'),
    /** The step where it waits; empty if none. */
    audit_step: text('audit_step').$type<AuditStep | ''>().notNull().default(''),
    /** Who audits first: the unit, or, without one, another person of the centre. */
    first_step: text('first_step').$type<AuditStep>().notNull().default('unit'),
    opened_at: timestamptz('opened_at'),
    opened_by: words('opened_by'),
    /** Who passed the first step. */
    unit_by: words('unit_by'),
    centre_by: words('centre_by'),
    /** Comment of the last auditor. */
    reason: words('reason'),
    created_at: timestamptz('created_at').notNull(),
    updated_at: timestamptz('updated_at').notNull(),
    submitted_at: timestamptz('submitted_at'),
    decided_at: timestamptz('decided_at'),
  },
  (table) => [
    unique('declare_request').on(table.user_id, table.request_id),
    index('declare_of_user').on(table.user_id, table.year, table.updated_at),
    index('declare_waiting')
      .on(table.site_id, table.audit_step, table.submitted_at)
      .where(sql`audit_step <> ''`),
    index('declare_approved')
      .on(table.decided_at)
      .where(sql`declare_status = 'approved'`),
  ],
);

/** Uniqueness keys of declarations that are pending or granted. */
export const declareClaim = pgTable(
  'declare_claim',
  {
    site_id: text('site_id').notNull(),
    claim_key: text('claim_key').notNull(),
    declare_no: text('declare_no').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.site_id, table.claim_key] }),
    unique('declare_claim_of').on(table.declare_no),
  ],
);

/** Log of staff who viewed a declaration. */
export const declareView = pgTable(
  'declare_view',
  {
    id: text('id').primaryKey(),
    declare_no: text('declare_no').notNull(),
    viewer_id: text('viewer_id').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('declare_view_of').on(table.declare_no, table.at)],
);

/** Refusals, with the activity as it was declared then: a later change of the draft does not hide
 * them, and what a unit has refused stays with that unit. Append-only. */
export const declareRefusal = pgTable(
  'declare_refusal',
  {
    id: text('id').primaryKey(),
    site_id: text('site_id').notNull(),
    declare_no: text('declare_no').notNull(),
    user_id: text('user_id').notNull(),
    year: integer('year').notNull(),
    kind_code: text('kind_code').notNull(),
    number_key: words('number_key'),
    activity_no: words('activity_no'),
    activity_name: words('activity_name'),
    start_on: words('start_on'),
    end_on: words('end_on'),
    unit_id: words('unit_id'),
    unit_name: words('unit_name'),
    step: text('step').$type<AuditStep>().notNull(),
    decision: text('decision').$type<'returned' | 'rejected'>().notNull(),
    reason: words('reason'),
    refused_by: words('refused_by'),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('declare_refusal_of_user').on(table.user_id, table.at),
    index('declare_refusal_of_number').on(table.site_id, table.number_key),
  ],
);
