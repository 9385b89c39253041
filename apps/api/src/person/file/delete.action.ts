import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { openStorage } from '../../platform/storage/storage.ts';
import { deleteRow, findFile, lockFile, setFile, readFileUses } from './file.store.ts';

/** Marks a file as deleted. Attached files cannot be deleted: attaching locks the same row. */
export async function deleteFile(tx: Db, fileId: string, now: Date): Promise<void> {
  const row = await lockFile(tx, fileId);
  if (!row || row.file_status === 'deleted') return;
  const [fileUse] = await readFileUses(tx, [fileId]);
  if (fileUse)
    throw new RefusalError(
      400,
      fileUse.title ? `文件已用于“${fileUse.title}”，不能删除` : '文件正在使用，不能删除',
      'file_used',
    );
  await setFile(tx, fileId, { file_status: 'deleted', touched_at: now, lease_until: null });
}

/** Removes the content of a deleted file, then its row. */
export async function removeContent(context: AppContext, fileId: string): Promise<void> {
  const row = await findFile(context.db, fileId);
  if (row?.file_status !== 'deleted') return;
  const storage = openStorage(context.settings);
  await storage.remove(await storage.list(row.place));
  await deleteRow(context.db, fileId);
}
