import { createHash } from 'node:crypto';
import { copyFile, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { ObjectNotFoundError } from '@cme/storage';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { version } from '../../platform/settings/version.ts';
import { openStorage } from '../../platform/storage/storage.ts';
import {
  checksumTable,
  fingerprintSecret,
  numberKeyPrints,
  setRowFormat,
  type Manifest,
  newestMigration,
  readTableNames,
} from './manifest.ts';

const atOnce = 500;

/** Backs up everything into a folder that only its owner can read: all tables in one snapshot, the
 * files that rows refer to, and the secret of an embedded installation. The product keeps
 * running. */
export async function makeBackup(context: AppContext, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new NotPossibleError('备份文件夹须为空');
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  const tables: Manifest['tables'] = {};
  const { places, migration } = await context.db.transaction(
    async (tx) => {
      await setRowFormat(tx);
      for (const table of await readTableNames(tx)) {
        tables[table] = await checksumTable(tx, table);
        await writeTable(tx, table, join(folder, 'tables', `${table}.gz`));
      }
      return { places: await readStorageFolders(tx), migration: await newestMigration(tx) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const files = await copyFiles(context, places, join(folder, 'files'));
  const { settings } = context;
  if (!settings.databaseUrl)
    await copyFile(join(settings.dataDir, 'secret'), join(folder, 'secret')).catch(() => undefined);
  const manifest: Manifest = {
    format: 1,
    version,
    made_at: context.now().toISOString(),
    migration,
    secret: fingerprintSecret(settings),
    number_keys: numberKeyPrints(settings),
    tables,
    files,
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2), {
    mode: 0o600,
  });
  return manifest;
}

async function writeTable(tx: Db, table: string, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  const lines = async function* () {
    await tx.execute(
      sql`declare backup_rows no scroll cursor for select t::text as line from ${sql.identifier(table)} t`,
    );
    for (;;) {
      const { rows } = await tx.execute<{ line: string }>(
        sql.raw(`fetch ${atOnce} from backup_rows`),
      );
      if (rows.length === 0) break;
      yield rows.map(({ line }) => `${JSON.stringify(line)}\n`).join('');
    }
    await tx.execute(sql.raw('close backup_rows'));
  };
  await pipeline(lines, createGzip(), file.createWriteStream());
}

/** The storage folder of a file. */
async function readStorageFolders(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{ place: string }>(sql`
    select place from file where place <> '' union select folder from resource where folder ~ '^[0-9a-f]{32}$'
    order by 1`);
  return rows.map(({ place }) => place);
}

async function copyFiles(
  { settings }: AppContext,
  places: readonly string[],
  folder: string,
): Promise<Manifest['files']> {
  const storage = openStorage(settings);
  const files: Manifest['files'] = {};
  for (const place of places)
    for (const key of await storage.list(place)) {
      const path = join(folder, key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const content = await storage.read(key).catch((error: unknown) => {
        // Deleted since the rows were read.
        if (error instanceof ObjectNotFoundError) return undefined;
        throw error;
      });
      if (!content) continue;
      const hash = createHash('sha256');
      let size = 0;
      const file = await open(path, 'wx', 0o600);
      await pipeline(
        content,
        async function* (parts: AsyncIterable<Buffer>) {
          for await (const part of parts) {
            hash.update(part);
            size += part.byteLength;
            yield part;
          }
        },
        file.createWriteStream(),
      );
      files[key] = { size, sha256: hash.digest('hex') };
    }
  return files;
}
