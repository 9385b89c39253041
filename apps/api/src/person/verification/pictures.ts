import type { Db } from '../../platform/database/database.ts';
import { detachFiles, filesOf } from '../file/attach.action.ts';
import { deleteFile } from '../file/delete.action.ts';

/** Owner type of document photos. */
export const fileOwner = 'identity_request';

export const picturesOf = async (db: Db, request_id: string) =>
  (await filesOf(db, fileOwner, [request_id])).get(request_id) ?? [];

/** A document photo is stored only until the decision. */
export async function dropPictures(tx: Db, request_id: string, now: Date): Promise<void> {
  const files = await picturesOf(tx, request_id);
  await detachFiles(tx, { owner_type: fileOwner, owner_id: request_id });
  for (const { file_id } of files) await deleteFile(tx, file_id, now);
}
