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
import { timestamptz } from '../../platform/database/columns.ts';
import type { Layout } from './layout.rules.ts';

const amount = (name: string) =>
  numeric(name, { precision: 6, scale: 2, mode: 'number' }).notNull();
const words = (name: string) => text(name).notNull().default('');

/** Issuers of a site's certificates: name on the seal, and the four digits in every number. */
export const certIssuer = pgTable('cert_issuer', {
  site_id: text('site_id').primaryKey(),
  code: text('code').notNull(),
  name: text('name').notNull(),
});

/** How a site's certificates look, version by version; a certificate keeps the one with which it was
 * issued. Version 1 is the built-in one, which has no row. */
export const certTemplate = pgTable(
  'cert_template',
  {
    site_id: text('site_id').notNull(),
    version: integer('version').notNull(),
    /** Used for certificates that are issued from then on. */
    valid_from: timestamptz('valid_from').notNull(),
    layout: jsonb('layout').$type<Layout>().notNull(),
    /** Pictures in base64, re-encoded: they belong to the row as its layout does. */
    background: words('background'),
    seal: words('seal'),
    signature: words('signature'),
    created_by: text('created_by').notNull(),
    created_at: timestamptz('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.site_id, table.version] })],
);

/** Last serial number assigned. The row stays locked until its certificate is committed, so that no
 * number is skipped. */
export const certCounter = pgTable(
  'cert_counter',
  {
    code: text('code').notNull(),
    year: integer('year').notNull(),
    letter: text('letter').notNull(),
    serial: integer('serial').notNull(),
  },
  (table) => [primaryKey({ columns: [table.code, table.year, table.letter] })],
);

export const certificate = pgTable(
  'certificate',
  {
    cert_no: text('cert_no').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id').notNull(),
    kind: text('kind').$type<'course_credit' | 'class' | 'public_need' | 'annual'>().notNull(),
    /** The enrolment, or the year. */
    source_id: text('source_id').notNull(),
    /** Incremented with every replacement. */
    edition: integer('edition').notNull().default(1),
    year: integer('year').notNull(),
    title: text('title').notNull(),
    cert_status: text('cert_status')
      .$type<'pending' | 'issued' | 'revoked' | 'replaced' | 'expired' | 'rejected'>()
      .notNull(),
    reason: words('reason'),
    hours: amount('hours'),
    credits: amount('credits'),
    credit_type: words('credit_type'),
    /** The frozen canonical JSON, the exact input of the hash. Empty until issued. */
    snapshot: words('snapshot'),
    sha256: words('sha256'),
    /** The holder's number at issue, encrypted; the snapshot contains only its keyed hash. */
    id_sealed: words('id_sealed'),
    created_at: timestamptz('created_at').notNull(),
    issued_at: timestamptz('issued_at'),
    replaced_by: words('replaced_by'),
    replaces: words('replaces'),
    download_count: integer('download_count').notNull().default(0),
  },
  (table) => [
    unique('certificate_once').on(table.user_id, table.kind, table.source_id, table.edition),
    index('certificate_user').on(table.user_id, table.year),
    index('certificate_source').on(table.source_id),
  ],
);
