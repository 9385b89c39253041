import type { FileDownload } from '@cme/contract';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/database.ts';
import type { Site } from '../../sites/site.store.ts';
import { fileOfOwner } from '../file/attach.action.ts';
import { downloadOf } from '../file/download.ts';
import { findFile } from '../file/file.store.ts';

/** A URL for one of a declaration's files. The caller has checked access to the declaration. */
export async function proofDownload(
  context: AppContext,
  db: Db,
  site: Site,
  declareNo: string,
  fileId: string,
): Promise<FileDownload> {
  const of = { owner_type: 'declare', owner_id: declareNo };
  const existing = await fileOfOwner(db, of, fileId);
  return downloadOf(context, site, existing && (await findFile(db, existing.file_id)));
}
