import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { FileKind, FileStatus } from '@cme/contract/person';
import { timestamptz } from '../../platform/database/columns.ts';

/** `deleted`: invisible; the next sweep removes row and content. */
export type FileRowStatus = FileStatus | 'deleted';

/** A file, from the start of its upload. `place` is its folder in the storage, `object` its content
 * there once it is ready. */
export const file = pgTable(
  'file',
  {
    file_id: text('file_id').primaryKey(),
    site_id: text('site_id').notNull(),
    /** Owner; empty for the centre's own. */
    user_id: text('user_id').notNull().default(''),
    kind: text('kind').$type<FileKind>().notNull(),
    name: text('name').notNull(),
    file_status: text('file_status').$type<FileRowStatus>().notNull(),
    reason: text('reason').notNull().default(''),
    /** Bytes: declared at first, then as stored. */
    size: integer('size').notNull(),
    format: text('format').notNull().default(''),
    sha256: text('sha256').notNull().default(''),
    place: text('place').notNull(),
    object: text('object').notNull().default(''),
    fingerprint: text('fingerprint').notNull().default(''),
    created_at: timestamptz('created_at').notNull(),
    /** Time of the last progress. */
    touched_at: timestamptz('touched_at').notNull(),
    /** Lease: until then one process checks or removes it. */
    lease_until: timestamptz('lease_until'),
    tries: integer('tries').notNull().default(0),
  },
  (table) => [
    uniqueIndex('file_upload')
      .on(table.user_id, table.site_id, table.kind, table.fingerprint)
      .where(sql`file_status = 'uploading'`),
    index('file_of_user').on(table.user_id, table.created_at),
    index('file_open')
      .on(table.file_status, table.touched_at)
      .where(sql`file_status <> 'ready'`),
  ],
);

/** Received parts of an upload, one row per request. */
export const filePart = pgTable(
  'file_part',
  {
    file_id: text('file_id').notNull(),
    start: integer('start').notNull(),
    size: integer('size').notNull(),
    object: text('object').notNull(),
  },
  (table) => [primaryKey({ columns: [table.file_id, table.start] })],
);

/** The attachment of a file to an owner. */
export const fileUse = pgTable(
  'file_use',
  {
    owner_type: text('owner_type').notNull(),
    owner_id: text('owner_id').notNull(),
    file_id: text('file_id').notNull(),
    /** Position in the owner's list. */
    seq: integer('seq').notNull().default(0),
    /** Title of the owner in the list of a person's files. */
    title: text('title').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.owner_type, table.owner_id, table.file_id] }),
    index('file_use_of_file').on(table.file_id),
  ],
);
