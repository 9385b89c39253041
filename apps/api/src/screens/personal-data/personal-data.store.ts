import { and, desc, eq, gt, inArray, type InferSelectModel, lt, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { accountClosing, dataExport } from './personal-data.tables.ts';
import { personalTables } from './register.rules.ts';

export type ExportRow = InferSelectModel<typeof dataExport>;
export type ClosingRow = InferSelectModel<typeof accountClosing>;

/** Selects a person's rows of a table. */
export function isRowOfPerson(table: string, userId: string): SQL {
  const parts = (personalTables[table]?.of ?? 'false').split(':user').map((part) => sql.raw(part));
  return sql.join(parts, sql`${userId}`);
}

export async function newestExport(db: Db, userId: string): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(dataExport)
    .where(eq(dataExport.user_id, userId))
    .orderBy(desc(dataExport.requested_at), desc(dataExport.export_id))
    .limit(1);
  return row;
}

/** False while one is open: a person has one at a time. */
export async function insertExport(
  tx: Db,
  row: Pick<ExportRow, 'export_id' | 'site_id' | 'user_id' | 'session_id' | 'requested_at'>,
): Promise<boolean> {
  const created = await tx
    .insert(dataExport)
    .values({ ...row, export_status: 'waiting' })
    .onConflictDoNothing()
    .returning({ export_id: dataExport.export_id });
  return created.length > 0;
}

export async function findExport(db: Db, exportId: string): Promise<ExportRow | undefined> {
  const [row] = await db.select().from(dataExport).where(eq(dataExport.export_id, exportId));
  return row;
}

export async function setExport(
  db: Db,
  exportId: string,
  change: Partial<ExportRow>,
): Promise<void> {
  await db.update(dataExport).set(change).where(eq(dataExport.export_id, exportId));
}

/** Consumes a download link and returns its file; undefined if it was used already. */
export async function spendExportLink(
  db: Db,
  exportId: string,
  linkHash: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .update(dataExport)
    .set({ link_hash: '' })
    .where(
      and(
        eq(dataExport.export_id, exportId),
        eq(dataExport.export_status, 'ready'),
        eq(dataExport.link_hash, linkHash),
        gt(dataExport.link_until, now),
      ),
    )
    .returning({ file_id: dataExport.file_id });
  return row?.file_id;
}

/** Expired exports, or those without a running process. */
export const restingExports = (
  db: Db,
  statuses: readonly ExportRow['export_status'][],
  before: Date,
): Promise<ExportRow[]> =>
  db
    .select()
    .from(dataExport)
    .where(
      and(
        inArray(dataExport.export_status, [...statuses]),
        lt(sql`coalesce(${dataExport.expire_at}, ${dataExport.requested_at})`, before),
      ),
    )
    .limit(100);

export async function openClosing(db: Db, userId: string): Promise<ClosingRow | undefined> {
  const [row] = await db
    .select()
    .from(accountClosing)
    .where(and(eq(accountClosing.user_id, userId), eq(accountClosing.closing_status, 'waiting')));
  return row;
}

export async function insertClosing(
  tx: Db,
  row: Omit<ClosingRow, 'closing_status' | 'ended_at'>,
): Promise<void> {
  await tx.insert(accountClosing).values({ ...row, closing_status: 'waiting' });
}

/** Ends a pending request; false if it is not pending. */
export async function endClosing(
  tx: Db,
  closingId: string,
  closingStatus: 'done' | 'cancelled',
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(accountClosing)
    .set({ closing_status: closingStatus, ended_at: now })
    .where(
      and(eq(accountClosing.closing_id, closingId), eq(accountClosing.closing_status, 'waiting')),
    )
    .returning({ id: accountClosing.closing_id });
  return rows.length > 0;
}

export const dueClosings = (db: Db, now: Date): Promise<ClosingRow[]> =>
  db
    .select()
    .from(accountClosing)
    .where(and(eq(accountClosing.closing_status, 'waiting'), lt(accountClosing.close_at, now)))
    .limit(100);
