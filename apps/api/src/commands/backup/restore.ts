import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { receive, spoolPath } from '../../platform/storage/spool.ts';
import { openStorage } from '../../platform/storage/storage.ts';
import {
  checksumTable,
  fingerprintSecret,
  numberKeyPrints,
  setRowFormat,
  Manifest,
  newestMigration,
  readTableNames,
} from './manifest.ts';

const atOnce = 500;

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new NotPossibleError('该文件夹中没有完整的备份（缺少 manifest.json）');
  });
  const manifest = Manifest.safeParse(JSON.parse(text));
  if (!manifest.success) throw new NotPossibleError('备份的格式不能识别');
  return manifest.data;
}

/** Restores a backup into an empty installation. All tables are loaded in one transaction, which
 * commits only if they match the manifest; files are compared too. */
export async function restoreBackup(context: AppContext, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const { db, settings } = context;
  const backupSecret = await secretIn(context, folder);
  if (fingerprintSecret({ secret: backupSecret ?? settings.secret }) !== manifest.secret)
    throw new NotPossibleError('APP_SECRET 与备份时的不同，恢复后无法读取证件号码和手机号');
  const keyFingerprints = numberKeyPrints(settings);
  for (const [id, fingerprint] of Object.entries(manifest.number_keys))
    if (keyFingerprints[id] !== fingerprint)
      throw new NotPossibleError(
        `NUMBER_KEYS 中缺少备份时的密钥${id}，恢复后无法读取证件号码和手机号`,
      );
  if ((await newestMigration(db)) !== manifest.migration)
    throw new NotPossibleError(`备份来自另一版本的程序（${manifest.version}），请用该版本恢复`);
  await expectEmpty(db);
  await restoreFiles(context, manifest, join(folder, 'files'));
  await db.transaction((tx) => restoreTables(tx, manifest, join(folder, 'tables')));
  if (backupSecret)
    await writeFile(join(settings.dataDir, 'secret'), backupSecret, { mode: 0o600 });
  return manifest;
}

/** The embedded start generates a secret; the backup contains the one that its rows need. */
async function secretIn({ settings }: AppContext, folder: string): Promise<Buffer | undefined> {
  if (settings.databaseUrl) return undefined;
  return readFile(join(folder, 'secret')).catch(() => undefined);
}

async function expectEmpty(db: Db): Promise<void> {
  for (const table of await readTableNames(db)) {
    const { rows } = await db.execute(sql`select 1 from ${sql.identifier(table)} limit 1`);
    if (rows.length > 0) throw new NotPossibleError(`只能恢复到空的安装，${table} 中已有数据`);
  }
}

async function restoreTables(tx: Db, { tables }: Manifest, folder: string): Promise<void> {
  await setRowFormat(tx);
  const names = await readTableNames(tx);
  const unknown = Object.keys(tables).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new NotPossibleError(`备份中有未知的表：${unknown.join('、')}`);
  await expectEmpty(tx);
  const restoreStatements = await dropForeignKeys(tx);
  for (const [table, expected] of Object.entries(tables)) {
    await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger user`);
    await readTable(tx, table, join(folder, `${table}.gz`));
    await tx.execute(sql`alter table ${sql.identifier(table)} enable trigger user`);
    const { rows, sum: checksum } = await checksumTable(tx, table);
    if (rows !== expected.rows || checksum !== expected.sum)
      throw new NotPossibleError(`${table} 恢复后与备份不一致`);
  }
  for (const statement of restoreStatements) await tx.execute(sql.raw(statement));
}

/** Rows refer to each other in every order: foreign keys are dropped, and recreated when all rows
 * are loaded, which checks them. */
async function dropForeignKeys(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{ tab: string; name: string; def: string }>(sql`
    select conrelid::regclass::text as tab, quote_ident(conname) as name, pg_get_constraintdef(oid) as def
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const { tab, name } of rows)
    await tx.execute(sql.raw(`alter table ${tab} drop constraint ${name}`));
  return rows.map(({ tab, name, def }) => `alter table ${tab} add constraint ${name} ${def}`);
}

async function readTable(tx: Db, table: string, path: string): Promise<void> {
  const name = sql.identifier(table);
  const insert = (lines: readonly string[]) =>
    tx.execute(sql`
      insert into ${name} select (r.one).*
      from (select jsonb_array_elements_text(${JSON.stringify(lines)}::jsonb)::${name} as one) r`);
  let lines: string[] = [];
  const input = createReadStream(path).pipe(createGunzip());
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    lines.push(JSON.parse(line) as string);
    if (lines.length < atOnce) continue;
    await insert(lines);
    lines = [];
  }
  if (lines.length > 0) await insert(lines);
}

async function restoreFiles(
  { settings }: AppContext,
  { files }: Manifest,
  folder: string,
): Promise<void> {
  const storage = openStorage(settings);
  for (const [key, { sha256 }] of Object.entries(files)) {
    // An interrupted restore may have written it already.
    if ((await storage.list(key.split('/')[0] ?? '')).includes(key)) continue;
    const hash = createHash('sha256');
    const path = await spoolPath(settings);
    await receive(
      path,
      (async function* () {
        for await (const part of createReadStream(join(folder, key))) {
          hash.update(part as Buffer);
          yield part as Buffer;
        }
      })(),
    );
    if (hash.digest('hex') !== sha256) throw new NotPossibleError(`文件 ${key} 与备份时不一致`);
    await storage.put(key, path);
  }
}
