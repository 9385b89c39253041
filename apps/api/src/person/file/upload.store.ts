import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { AppContext } from '../../platform/context/context.ts';
import { newPlace, receive, spoolPath } from '../../platform/storage/spool.ts';
import { openStorage } from '../../platform/storage/storage.ts';
import { deleteFile } from './delete.action.ts';
import {
  readArrivedBytes,
  type FileRow,
  findFile,
  insertPart,
  lockFile,
  setFile,
} from './file.store.ts';

/** Storage backend of the tus server. The bytes of a request are stored first and count when their
 * row is written; the offset is only in the database, so the next request may go to any
 * process. */
export class UploadStore extends DataStore {
  readonly #context: AppContext;
  readonly #arrived: (fileId: string) => void;
  override extensions = ['termination'];

  constructor(context: AppContext, arrived: (fileId: string) => void) {
    super();
    this.#context = context;
    this.#arrived = arrived;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findFile(this.#context.db, id);
    if (!row || row.file_status === 'deleted') throw ERRORS.FILE_NOT_FOUND;
    return new Upload({ id, size: row.size, offset: await this.#offset(row) });
  }

  /** A broken connection keeps the received bytes. */
  override async write(parts: Readable, id: string, offset: number): Promise<number> {
    const { settings, db } = this.#context;
    const path = await spoolPath(settings);
    try {
      const size = await receive(path, untilBroken(parts));
      const row = await findFile(db, id);
      if (!row) throw ERRORS.FILE_NOT_FOUND;
      if (size === 0) return offset;
      const object = `${row.place}/p-${offset}-${newPlace()}`;
      await openStorage(settings).put(object, path);
      const completeObject = await this.#count({ file_id: id, start: offset, size, object }).catch(
        async (error: unknown) => {
          await openStorage(settings).remove([object]);
          throw error;
        },
      );
      if (completeObject) this.#arrived(id);
      return offset + size;
    } finally {
      await rm(path, { force: true });
    }
  }

  override async remove(id: string): Promise<void> {
    await this.#context.db.transaction((tx) => deleteFile(tx, id, this.#context.now()));
  }

  async #offset(row: FileRow): Promise<number> {
    if (row.file_status !== 'uploading') return row.size;
    return (await readArrivedBytes(this.#context.db, [row.file_id])).get(row.file_id) ?? 0;
  }

  /** Records received bytes if they continue at the current offset; true if the upload is
   * complete. */
  #count(part: Parameters<typeof insertPart>[1]): Promise<boolean> {
    const { db, now } = this.#context;
    return db.transaction(async (tx) => {
      const row = await lockFile(tx, part.file_id);
      if (!row || row.file_status === 'deleted') throw ERRORS.FILE_NOT_FOUND;
      const arrived = (await readArrivedBytes(tx, [row.file_id])).get(row.file_id) ?? 0;
      if (row.file_status !== 'uploading' || arrived !== part.start) throw ERRORS.INVALID_OFFSET;
      await insertPart(tx, part);
      const isWhole = arrived + part.size === row.size;
      await setFile(tx, row.file_id, {
        touched_at: now(),
        ...(isWhole && { file_status: 'checking' as const }),
      });
      return isWhole;
    });
  }
}

async function* untilBroken(parts: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of parts) yield part as Uint8Array;
  } catch (error) {
    // The client has disconnected: what was received so far is kept.
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'ECONNRESET' && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
