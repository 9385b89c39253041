import type { FileDownload } from '@cme/contract/person';
import type { AppContext } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Site } from '../../../platform/sites/site.store.ts';
import { fileOfOwner } from '../../../person/file/attach.action.ts';
import { signDownload } from '../../../person/file/download.ts';
import { findFile } from '../../../person/file/file.store.ts';

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
  return signDownload(context, site, existing && (await findFile(db, existing.file_id)));
}
