import { constants, createReadStream } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { ObjectNotFoundError } from '@cme/storage';
import type { Storage } from './port.ts';

const shape = /^([0-9a-f]{32})\/([a-z0-9-]{1,80})$/;

/** Files in one folder, accessible to this user only. */
export function createDiskStorage(root: string): Storage {
  function toPath(key: string): string {
    const [, place, name] = shape.exec(key) ?? [];
    if (!place || !name) throw new ObjectNotFoundError(`no key: ${JSON.stringify(key)}`);
    return join(root, place.slice(0, 2), place, name);
  }

  return {
    async put(key, path) {
      const target = toPath(key);
      const folder = dirname(target);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      let isMoved = false;
      try {
        await flush(path);
        await moveNew(path, target);
        isMoved = true;
        await flush(folder);
        await flush(dirname(folder));
      } catch (error) {
        if (isMoved) await rm(target, { force: true });
        await rmdir(folder).catch(() => undefined);
        throw error;
      }
    },
    async read(key, range) {
      const path = toPath(key);
      return new Promise<Readable>((resolve, reject) => {
        const stream = createReadStream(path, range);
        stream.once('open', () => resolve(stream));
        stream.once('error', (error: NodeJS.ErrnoException) =>
          reject(error.code === 'ENOENT' ? new ObjectNotFoundError(key) : error),
        );
      });
    },
    async list(place) {
      const folder = dirname(toPath(`${place}/x`));
      const names = await readdir(folder).catch(isMissing([]));
      return names
        .filter((name) => shape.test(`${place}/${name}`))
        .map((name) => `${place}/${name}`);
    },
    async remove(keys) {
      for (const key of keys) await rm(toPath(key), { force: true });
      for (const folder of new Set(keys.map((key) => dirname(toPath(key)))))
        await rmdir(folder).catch(() => undefined);
    },
    async expectUsable() {
      await mkdir(root, { recursive: true, mode: 0o700 });
    },
  };
}

const isMissing =
  <Value>(instead: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };

async function flush(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  await handle.sync().finally(() => handle.close());
}

/** Atomic, without overwriting; across file systems by a copy in the target folder. */
async function moveNew(path: string, target: string): Promise<void> {
  // Links and copies have the rights of their source.
  await chmod(path, 0o600);
  try {
    await link(path, target);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EXDEV') throw error;
    const temporaryFile = `${target}.part`;
    try {
      await copyFile(path, temporaryFile);
      await flush(temporaryFile);
      await link(temporaryFile, target);
    } finally {
      await rm(temporaryFile, { force: true });
    }
  }
  await unlink(path);
}
