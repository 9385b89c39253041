import { createHash } from 'node:crypto';
import type { FileFormat, FileKind } from '@cme/contract/person';
import { ulid } from 'ulid';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { newPlace, receive, spoolPath } from '../../platform/storage/spool.ts';
import { openStorage } from '../../platform/storage/storage.ts';
import { displayName } from './name.rules.ts';
import { type FileRow, insertFile } from './file.store.ts';

interface OwnFile {
  file_id?: string;
  site_id: string;
  /** Owner; without it the centre's own. */
  user_id?: string;
  kind: FileKind;
  name: string;
  format: FileFormat;
  bytes: Uint8Array;
}

/** Stores a file that the product has generated, ready at once. User files go through the checks of
 * an upload instead. */
export async function storeFile(
  { settings, now }: Pick<AppContext, 'settings' | 'now'>,
  db: Db,
  { bytes, format, name, ...of }: OwnFile,
): Promise<FileRow> {
  const place = newPlace();
  const object = `${place}/f-${newPlace()}`;
  const path = await spoolPath(settings);
  await receive(
    path,
    (async function* () {
      yield bytes;
    })(),
  );
  await openStorage(settings).put(object, path);
  return insertFile(db, {
    file_id: ulid(),
    user_id: '',
    ...of,
    name: displayName(name, format),
    file_status: 'ready',
    reason: '',
    size: bytes.byteLength,
    format,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    place,
    object,
    fingerprint: '',
    created_at: now(),
    touched_at: now(),
  });
}
