import { and, asc, eq, inArray } from 'drizzle-orm';
import type { FileKind, FileRef } from '@cme/contract/person';
import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { file, fileUse } from './file.tables.ts';
import { type FileRow, lockFiles } from './file.store.ts';

/** The owner of attachments: `declare` and its number, `news` and its id. */
export interface FileOwner {
  owner_type: string;
  owner_id: string;
}

interface Attaching extends FileOwner {
  site_id: string;
  /** The required owner of the files; empty for the centre's own. */
  user_id: string;
  /** Title of the owner in the person's list of files. */
  title: string;
  /** In display order. */
  file_ids: readonly string[];
  /** Kinds that the owner accepts. */
  kinds: readonly FileKind[];
  most: number;
}

/** Replaces the owner's attachments with these files and returns them in order. Accepts only
 * complete files of the same person and site that passed the check. Runs in the caller's
 * transaction; the files stay locked until it ends, so that none is deleted meanwhile. */
export async function attachFiles(tx: Db, to: Attaching): Promise<FileRef[]> {
  const ids = [...new Set(to.file_ids)];
  if (ids.length > to.most) throw new RefusalError(400, `最多上传${to.most}个文件`, 'bad_request');
  const rows = new Map((await lockFiles(tx, ids)).map((row) => [row.file_id, row]));
  const files = ids.map((id) => {
    const row = rows.get(id);
    if (!row || row.site_id !== to.site_id || row.user_id !== to.user_id)
      throw new RefusalError(404, '没有找到该文件，请重新上传', 'not_found');
    if (!to.kinds.includes(row.kind))
      throw new RefusalError(400, '该文件不能用于此处，请重新上传', 'file_type');
    if (row.file_status !== 'ready')
      throw new RefusalError(400, `文件“${row.name}”还不能使用，请等待检查完成`, 'file_not_ready');
    return row;
  });
  await detachFiles(tx, to);
  if (files.length > 0)
    await tx.insert(fileUse).values(
      files.map(({ file_id }, seq) => ({
        owner_type: to.owner_type,
        owner_id: to.owner_id,
        file_id,
        seq,
        title: to.title,
      })),
    );
  return files.map(toFileRef);
}

export async function detachFiles(tx: Db, { owner_type, owner_id }: FileOwner): Promise<void> {
  await tx
    .delete(fileUse)
    .where(and(eq(fileUse.owner_type, owner_type), eq(fileUse.owner_id, owner_id)));
}

/** The attachments of several owners of one type, in order. */
export async function readOwnerFiles(
  db: Db,
  ownerType: string,
  ownerIds: readonly string[],
): Promise<Map<string, FileRef[]>> {
  const byOwner = new Map<string, FileRef[]>();
  if (ownerIds.length === 0) return byOwner;
  const rows = await db
    .select({ owner_id: fileUse.owner_id, row: file })
    .from(fileUse)
    .innerJoin(file, eq(file.file_id, fileUse.file_id))
    .where(and(eq(fileUse.owner_type, ownerType), inArray(fileUse.owner_id, [...ownerIds])))
    .orderBy(asc(fileUse.owner_id), asc(fileUse.seq));
  for (const { owner_id, row } of rows)
    byOwner.set(owner_id, [...(byOwner.get(owner_id) ?? []), toFileRef(row)]);
  return byOwner;
}

/** A file attached to this owner; undefined otherwise. People with access to the owner may open
 * it. */
export async function fileOfOwner(
  db: Db,
  { owner_type, owner_id }: FileOwner,
  fileId: string,
): Promise<FileRow | undefined> {
  const [row] = await db
    .select({ row: file })
    .from(fileUse)
    .innerJoin(file, eq(file.file_id, fileUse.file_id))
    .where(
      and(
        eq(fileUse.owner_type, owner_type),
        eq(fileUse.owner_id, owner_id),
        eq(fileUse.file_id, fileId),
      ),
    );
  return row?.row;
}

const toFileRef = ({ file_id, name, format, size }: FileRow): FileRef => ({
  file_id,
  name,
  format,
  size,
});
