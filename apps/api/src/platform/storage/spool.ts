import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings/settings.ts';
import { filesFolder } from './storage.ts';

const day = 86_400_000;

/** An unguessable place in the storage. */
export const newPlace = (): string => randomBytes(16).toString('hex');

/** The path of a new file in the folder for incoming data. */
export async function spoolPath(settings: Pick<Settings, 'dataDir'>): Promise<string> {
  const folder = join(filesFolder(settings), 'spool');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, newPlace());
}

/** Writes a stream to a file and returns the number of bytes. Bytes before a failure are kept. */
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

/** Removes files left by killed processes. */
export async function sweepSpool(settings: Pick<Settings, 'dataDir'>): Promise<void> {
  const folder = join(filesFolder(settings), 'spool');
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > day) await rm(path, { force: true });
  }
}
