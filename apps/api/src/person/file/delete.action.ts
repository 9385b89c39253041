import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { storageOf } from '../../platform/storage/storage.ts';
import { deleteRow, findFile, lockFile, setFile, usesOf } from './file.store.ts';

/** Marks a file as deleted. Attached files cannot be deleted: attaching locks the same row. */
export async function deleteFile(tx: Db, file_id: string, now: Date): Promise<void> {
  const row = await lockFile(tx, file_id);
  if (!row || row.file_status === 'deleted') return;
  const [fileUse] = await usesOf(tx, [file_id]);
  if (fileUse)
    throw new Refusal(
      400,
      fileUse.title ? `文件已用于“${fileUse.title}”，不能删除` : '文件正在使用，不能删除',
      'file_used',
    );
  await setFile(tx, file_id, { file_status: 'deleted', touched_at: now, lease_until: null });
}

/** Removes the content of a deleted file, then its row. */
export async function removeContent(context: AppContext, file_id: string): Promise<void> {
  const row = await findFile(context.db, file_id);
  if (row?.file_status !== 'deleted') return;
  const storage = storageOf(context.settings);
  await storage.remove(await storage.list(row.place));
  await deleteRow(context.db, file_id);
}
