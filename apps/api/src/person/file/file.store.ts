import { and, asc, count, desc, eq, inArray, lt, ne, or, isNull, sql, sum } from 'drizzle-orm';
import type { InferSelectModel } from 'drizzle-orm';
import type { FileKind } from '@cme/contract/person';
import type { Db } from '../../platform/database/database.ts';
import { file, filePart, type FileRowStatus, fileUse } from './file.tables.ts';

export type FileRow = InferSelectModel<typeof file>;
export type FilePart = InferSelectModel<typeof filePart>;
export type FileUse = InferSelectModel<typeof fileUse>;

export async function insertFile(
  tx: Db,
  row: Omit<FileRow, 'lease_until' | 'tries'>,
): Promise<FileRow> {
  const [created] = await tx.insert(file).values(row).returning();
  if (!created) throw new Error('a file row was not inserted');
  return created;
}

export async function findFile(db: Db, fileId: string): Promise<FileRow | undefined> {
  const [row] = await db.select().from(file).where(eq(file.file_id, fileId));
  return row;
}

/** The row, locked until the transaction ends. */
export async function lockFile(tx: Db, fileId: string): Promise<FileRow | undefined> {
  const [row] = await tx.select().from(file).where(eq(file.file_id, fileId)).for('update');
  return row;
}

export async function lockFiles(tx: Db, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(file)
    .where(inArray(file.file_id, [...ids]))
    .orderBy(asc(file.file_id))
    .for('update');
}

export async function findUpload(
  db: Db,
  of: Pick<FileRow, 'site_id' | 'user_id' | 'kind' | 'fingerprint'>,
): Promise<FileRow | undefined> {
  const [row] = await db
    .select()
    .from(file)
    .where(
      and(
        eq(file.user_id, of.user_id),
        eq(file.site_id, of.site_id),
        eq(file.kind, of.kind),
        eq(file.fingerprint, of.fingerprint),
        eq(file.file_status, 'uploading'),
      ),
    );
  return row;
}

/** A person's files since a time, their running uploads, and stored bytes. */
export async function readUsage(db: Db, userId: string, since: Date) {
  const [row] = await db
    .select({
      files: sql<number>`count(*) filter (where ${file.created_at} > ${since})::int`,
      bytes: sql<number>`coalesce(sum(${file.size}) filter (where ${file.created_at} > ${since}), 0)::float8`,
      open: sql<number>`count(*) filter (where ${file.file_status} in ('uploading', 'checking'))::int`,
      kept: sql<number>`coalesce(sum(${file.size}) filter (where ${file.file_status} not in ('refused', 'deleted')), 0)::float8`,
    })
    .from(file)
    .where(eq(file.user_id, userId));
  return row ?? { files: 0, bytes: 0, open: 0, kept: 0 };
}

const ownedBy = (userId: string, siteId: string) =>
  and(eq(file.user_id, userId), eq(file.site_id, siteId), ne(file.file_status, 'deleted'));

export async function readMyFiles(
  db: Db,
  { user_id, site_id }: { user_id: string; site_id: string },
  kind: FileKind | undefined,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ rows: FileRow[]; total: number }> {
  const where = and(ownedBy(user_id, site_id), kind && eq(file.kind, kind));
  const rows = await db
    .select()
    .from(file)
    .where(where)
    .orderBy(desc(file.created_at), desc(file.file_id))
    .limit(page_size)
    .offset((page - 1) * page_size);
  const [counted] = await db.select({ total: count() }).from(file).where(where);
  return { rows, total: counted?.total ?? 0 };
}

export const findMyFiles = (
  db: Db,
  { user_id, site_id }: { user_id: string; site_id: string },
  ids: readonly string[],
): Promise<FileRow[]> =>
  db
    .select()
    .from(file)
    .where(and(ownedBy(user_id, site_id), inArray(file.file_id, [...ids])));

export async function setFile(
  tx: Db,
  fileId: string,
  set: Partial<Omit<FileRow, 'file_id'>>,
): Promise<void> {
  await tx.update(file).set(set).where(eq(file.file_id, fileId));
}

export const insertPart = (tx: Db, part: FilePart) => tx.insert(filePart).values(part);

export const readFileParts = (db: Db, fileId: string): Promise<FilePart[]> =>
  db.select().from(filePart).where(eq(filePart.file_id, fileId)).orderBy(asc(filePart.start));

export const deleteParts = (tx: Db, fileId: string) =>
  tx.delete(filePart).where(eq(filePart.file_id, fileId));

/** Received bytes of each. */
export async function readArrivedBytes(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ file_id: filePart.file_id, size: sum(filePart.size).mapWith(Number) })
    .from(filePart)
    .where(inArray(filePart.file_id, [...ids]))
    .groupBy(filePart.file_id);
  return new Map(rows.map(({ file_id, size }) => [file_id, size]));
}

export const readFileUses = async (db: Db, ids: readonly string[]): Promise<FileUse[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(fileUse)
        .where(inArray(fileUse.file_id, [...ids]))
        .orderBy(asc(fileUse.owner_type), asc(fileUse.owner_id));

/** Rows in a state that are unchanged since a time and without a lease, oldest first. */
export const restingFiles = (
  db: Db,
  status: FileRowStatus,
  before: Date,
  now: Date,
  limit: number,
): Promise<{ file_id: string }[]> =>
  db
    .select({ file_id: file.file_id })
    .from(file)
    .where(
      and(
        eq(file.file_status, status),
        lt(file.touched_at, before),
        or(isNull(file.lease_until), lt(file.lease_until, now)),
      ),
    )
    .orderBy(asc(file.touched_at))
    .limit(limit);

/** Takes the lease of a file; undefined if another process has it, or its state has changed. */
export async function leaseFile(
  db: Db,
  fileId: string,
  status: FileRowStatus,
  now: Date,
  until: Date,
): Promise<FileRow | undefined> {
  const [row] = await db
    .update(file)
    .set({ lease_until: until, tries: sql`${file.tries} + 1` })
    .where(
      and(
        eq(file.file_id, fileId),
        eq(file.file_status, status),
        or(isNull(file.lease_until), lt(file.lease_until, now)),
      ),
    )
    .returning();
  return row;
}

export async function deleteRow(tx: Db, fileId: string): Promise<void> {
  await deleteParts(tx, fileId);
  await tx.delete(file).where(and(eq(file.file_id, fileId), eq(file.file_status, 'deleted')));
}
