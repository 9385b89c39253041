import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ReleaseStorage } from './storage.ts';

export function createFolderStorage(root: string): ReleaseStorage {
  return {
    read: (path) =>
      readFile(join(root, path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
        throw error;
      }),
    async put(release, files) {
      const folder = join(root, release);
      const temporary = `${folder}.${process.pid}.half`;
      rmSync(temporary, { recursive: true, force: true });
      for (const [path, bytes] of files) {
        mkdirSync(dirname(join(temporary, path)), { recursive: true });
        writeFileSync(join(temporary, path), bytes);
      }
      await replaceFolder(temporary, folder);
    },
    async list(application) {
      const folder = join(root, application);
      const names = existsSync(folder) ? readdirSync(folder) : [];
      return names.flatMap((id) => {
        const stats = statSync(join(folder, id), { throwIfNoEntry: false });
        return stats?.isDirectory() ? [{ id, at: stats.mtime.toISOString() }] : [];
      });
    },
    async remove(release) {
      // Renamed first: a partially deleted folder is no longer a release.
      const gone = join(root, `${release}.${process.pid}.gone`);
      await rename(join(root, release), gone);
      rmSync(gone, { recursive: true, force: true });
    },
  };
}

/** Replaces a folder of the same name that is not a valid release, for example a partial copy or
 * an older format. */
async function replaceFolder(half: string, folder: string): Promise<void> {
  const replaced = `${folder}.${process.pid}.gone`;
  if (existsSync(folder)) await rename(folder, replaced);
  await rename(half, folder);
  rmSync(replaced, { recursive: true, force: true });
}
