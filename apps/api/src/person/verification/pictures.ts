import type { Db } from '../../platform/database/database.ts';
import { detachFiles, readOwnerFiles } from '../file/attach.action.ts';
import { deleteFile } from '../file/delete.action.ts';

/** Owner type of document photos. */
export const fileOwner = 'identity_request';

export const readPictures = async (db: Db, requestId: string) =>
  (await readOwnerFiles(db, fileOwner, [requestId])).get(requestId) ?? [];

/** A document photo is stored only until the decision. */
export async function dropPictures(tx: Db, requestId: string, now: Date): Promise<void> {
  const files = await readPictures(tx, requestId);
  await detachFiles(tx, { owner_type: fileOwner, owner_id: requestId });
  for (const { file_id } of files) await deleteFile(tx, file_id, now);
}
