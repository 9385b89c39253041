import { and, asc, count, desc, eq, inArray, type InferSelectModel, lte, or } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { transcode } from './transcode.tables.ts';

export type TranscodeRow = InferSelectModel<typeof transcode>;
type Changes = Partial<Omit<TranscodeRow, 'transcode_id'>>;

export async function findTranscode(
  db: Db,
  of: Pick<TranscodeRow, 'file_id' | 'section_id'>,
): Promise<TranscodeRow | undefined> {
  const [row] = await db
    .select()
    .from(transcode)
    .where(and(eq(transcode.file_id, of.file_id), eq(transcode.section_id, of.section_id)))
    .for('update');
  return row;
}

export async function insertTranscode(
  tx: Db,
  row: Pick<
    TranscodeRow,
    'transcode_id' | 'site_id' | 'file_id' | 'section_id' | 'next_at' | 'created_by' | 'created_at'
  >,
): Promise<TranscodeRow> {
  const [created] = await tx.insert(transcode).values(row).returning();
  if (!created) throw new Error('a transcode row was not inserted');
  return created;
}

export async function setTranscode(tx: Db, id: string, set: Changes): Promise<void> {
  await tx.update(transcode).set(set).where(eq(transcode.transcode_id, id));
}

/** Updates the row if this attempt holds the lease; false if another has taken over. */
export async function setOfRun(
  tx: Db,
  { transcode_id, run }: Pick<TranscodeRow, 'transcode_id' | 'run'>,
  set: Changes,
): Promise<boolean> {
  const rows = await tx
    .update(transcode)
    .set(set)
    .where(
      and(
        eq(transcode.transcode_id, transcode_id),
        eq(transcode.run, run),
        eq(transcode.transcode_status, 'running'),
      ),
    )
    .returning({ id: transcode.transcode_id });
  return rows.length === 1;
}

/** Takes the lease of the next job that waits or whose lease has expired. */
export async function lockNext(tx: Db, now: Date): Promise<TranscodeRow | undefined> {
  const [row] = await tx
    .select()
    .from(transcode)
    .where(
      or(
        and(eq(transcode.transcode_status, 'waiting'), lte(transcode.next_at, now)),
        and(eq(transcode.transcode_status, 'running'), lte(transcode.lease_until, now)),
      ),
    )
    .orderBy(asc(transcode.next_at))
    .limit(1)
    .for('update', { skipLocked: true });
  return row;
}

export async function readTranscodes(
  db: Db,
  siteIds: readonly string[],
  { page, page_size }: { page: number; page_size: number },
): Promise<{ rows: TranscodeRow[]; total: number }> {
  const where = inArray(transcode.site_id, [...siteIds]);
  const rows = await db
    .select()
    .from(transcode)
    .where(where)
    .orderBy(desc(transcode.created_at), desc(transcode.transcode_id))
    .limit(page_size)
    .offset((page - 1) * page_size);
  const [counted] = await db.select({ total: count() }).from(transcode).where(where);
  return { rows, total: counted?.total ?? 0 };
}
