import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';

const cacheFolder = join(import.meta.dirname, '../../../../../.cache/database');
const dayMs = 86_400_000;

/** Changes with every migration and with the embedded database itself, whose files fit one version
 * only. */
export function imageKey(migrations: string): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const hash = createHash('sha256').update(readFileSync(join(dirname(entry), '../package.json')));
  for (const migration of readMigrationFiles({ migrationsFolder: migrations }))
    hash.update(`${migration.folderMillis} ${migration.hash}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** Fills a new data folder from an image of the migrated, empty database, which the first call
 * makes: creating and migrating a database takes ten times as long as copying it. Any number of
 * processes may do so at once. An image only saves time: without one the folder stays empty. */
export async function copyImage(
  folder: string,
  key: string,
  make: (draft: string) => Promise<void>,
  cache = cacheFolder,
): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) return;
  const image = join(cache, key);
  try {
    if (!existsSync(image)) {
      mkdirSync(cache, { recursive: true });
      removeOutdated(cache);
      await createFolder(image, make);
    }
    if (existsSync(folder)) rmdirSync(folder);
    await createFolder(folder, (draft) => cpSync(image, draft, { recursive: true }));
  } catch {
    return;
  }
}

/** A complete folder or none: an interrupted one keeps another name. If two are made at once, the
 * first stays. */
async function createFolder(folder: string, fill: (draft: string) => Promise<void> | void) {
  const draft = `${folder}.${randomUUID()}`;
  try {
    await fill(draft);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Images of other versions, and drafts of processes that were killed. */
function removeOutdated(cache: string): void {
  for (const name of readdirSync(cache)) {
    const item = statSync(join(cache, name), { throwIfNoEntry: false });
    if (item && item.mtimeMs < Date.now() - dayMs)
      rmSync(join(cache, name), { recursive: true, force: true });
  }
}
