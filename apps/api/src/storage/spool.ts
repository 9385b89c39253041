import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings/settings.ts';
import { filesFolder } from './storage.ts';

const day = 86_400_000;

/** A place in the storage that nobody can guess. */
export const newPlace = (): string => randomBytes(16).toString('hex');

/** The path of a file that does not exist yet, in the folder for what is being received. */
export async function spoolPath(settings: Pick<Settings, 'dataDir'>): Promise<string> {
  const folder = join(filesFolder(settings), 'spool');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, newPlace());
}

/** Writes what arrives until it ends, and answers how many bytes that were. What came before a
 * failure stays. */
export async function receive(path: string, parts: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const part of parts) {
      await file.writeFile(part);
      size += part.byteLength;
    }
    return size;
  } finally {
    await file.close();
  }
}

/** Removes what processes that were killed have left behind. */
export async function sweepSpool(settings: Pick<Settings, 'dataDir'>): Promise<void> {
  const folder = join(filesFolder(settings), 'spool');
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > day) await rm(path, { force: true });
  }
}
