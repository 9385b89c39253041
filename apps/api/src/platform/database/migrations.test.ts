import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database.ts';
import { type Database, migrationsFolder } from './database.ts';
import { openEmbedded } from './database.embedded.ts';
import { openPostgres } from './database.postgres.ts';
import { readMigrations } from './migrations.ts';

const data = mkdtempSync(join(tmpdir(), 'cme-other-'));
const database = join(data, 'database');
const main = join(import.meta.dirname, '../../main.ts');
const inOrder =
  'select (select count(*)::int from remark) as remarks, (select max(hash) from drizzle.__drizzle_migrations) as hash';
const server = process.env.TEST_DATABASE_URL;

/** An embedded database of this version; copying one is faster than creating it. */
const prepared = join(data, 'prepared');
beforeAll(async () => {
  if (!server) await (await openEmbedded(prepared)).close();
});
afterAll(() => rmSync(data, { recursive: true }));

function start(environment: Record<string, string>) {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: data,
    APP_SECRET: 'x'.repeat(32),
    LOG_LEVEL: 'info',
    ...environment,
  };
  return spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
}

/** What stands in a database made by the migrations that the baseline replaced. */
const ofEarlierMigrations = sql`
  update drizzle.__drizzle_migrations set hash = 'of an earlier first migration', created_at = 1795306123717`;
const ofAnotherVersion = sql`update drizzle.__drizzle_migrations set hash = 'of another version'`;

test.each(
  (server ? [server] : []).flatMap((address) => [
    {
      kind: 'of another version',
      change: ofAnotherVersion,
      hash: 'of another version',
      said: /^the database in DATABASE_URL was made by another version.*start the version that made it$/,
      address,
    },
    {
      kind: 'from before the baseline',
      change: ofEarlierMigrations,
      hash: 'of an earlier first migration',
      said: /^the database in DATABASE_URL was made before the baseline.*; set DATABASE_URL to an empty database .*$/,
      address,
    },
  ]),
)(
  'a PostgreSQL database $kind stops the start likewise, without printing a password or changing anything',
  async ({ change, hash, said, address }) => {
    const other = await openTestDatabase('postgres');
    try {
      await other.db.execute(sql`create table remark as select 'kept' as text`);
      await other.db.execute(change);
      const url = new URL(await readDatabaseUrl(other, address));
      url.password = 'hunter2';
      const { status, stdout, stderr } = start({
        DATABASE_URL: url.href,
        SMS_PROVIDER: 'file',
        INVOICE_ISSUER: 'file',
      });
      expect([status, stdout]).toEqual([78, '']);
      expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(said)]);
      expect((await other.db.execute(sql.raw(inOrder))).rows).toEqual([{ remarks: 1, hash }]);
    } finally {
      await other.close();
    }
  },
);

async function readDatabaseUrl({ db }: Database, address: string): Promise<string> {
  const {
    rows: [row],
  } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  return Object.assign(new URL(address), { pathname: `/${row?.name}` }).href;
}

/** Migrations of a future version. */
function newerMigrations(...statements: string[]): string {
  const folder = mkdtempSync(join(data, 'newer-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as {
    entries: { idx: number; when: number; tag: string }[];
  };
  statements.forEach((statement, index) => {
    const last = journal.entries.at(-1)!;
    const tag = `9${index}_newer`;
    writeFileSync(join(folder, `${tag}.sql`), statement);
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag });
  });
  writeFileSync(file, JSON.stringify(journal));
  return folder;
}

interface Place {
  open(migrations?: string): Promise<Database>;
  away(): Promise<void>;
  environment: Record<string, string>;
}

function embeddedPlace(): Promise<Place> {
  const folder = mkdtempSync(join(data, 'ahead-'));
  cpSync(prepared, join(folder, 'database'), { recursive: true });
  return Promise.resolve({
    open: (migrations) => openEmbedded(join(folder, 'database'), migrations),
    away: async () => undefined,
    environment: { DATA_DIR: folder },
  });
}

async function postgresPlace(): Promise<Place> {
  const created = await openTestDatabase('postgres');
  const url = await readDatabaseUrl(created, server ?? '');
  return {
    open: (migrations) => openPostgres(url, 2, migrations),
    away: () => created.close(),
    environment: { DATABASE_URL: url, SMS_PROVIDER: 'file', INVOICE_ISSUER: 'file' },
  };
}

const addsColumn = `ALTER TABLE "site" ADD COLUMN "motto" text DEFAULT '' NOT NULL;`;
const addsTable = 'CREATE TABLE "later" ("id" text PRIMARY KEY NOT NULL);';
const guards = readFileSync(join(migrationsFolder, '0001_guards.sql'), 'utf8');
const dropsColumn = 'ALTER TABLE "site" DROP COLUMN "slogan";';

describe.each([
  server
    ? (['PostgreSQL', postgresPlace] as const)
    : (['the embedded database', embeddedPlace] as const),
])('an older API on %s', (_, makePlace) => {
  async function ahead(...statements: string[]): Promise<Place> {
    const place = await makePlace();
    await (await place.open(newerMigrations(...statements))).close();
    return place;
  }

  test('keeps working after additive migrations, guards included, and lists them', async () => {
    const place = await ahead(addsColumn, addsTable, guards);
    const opened = await place.open();
    expect(opened.ahead).toEqual(['90_newer', '91_newer', '92_newer']);
    expect((await opened.db.execute(sql`select motto from site`)).rows).toEqual([]);
    await opened.close();
    await place.away();
  });

  test('does not start after others, names the first, and requires the newer version', async () => {
    const place = await ahead(addsColumn, dropsColumn);
    const { status, stdout, stderr } = start(place.environment);
    expect([status, stdout]).toEqual([78, '']);
    expect(stderr.trim()).toMatch(
      /^the (data in|database in) .* was changed by a newer version .* \(91_newer\); start that version or a later one$/,
    );
    await place.away();
  });

  test('does not start after a migration without a recorded kind', async () => {
    const place = await ahead(addsColumn);
    const opened = await place.open();
    await opened.db.execute(sql`delete from drizzle.migration_kind where tag = '90_newer'`);
    await opened.close();
    await expect(place.open()).rejects.toThrow('another version');
    await place.away();
  });
});

/** On PostgreSQL the embedded database has its own test run. */
describe.each(server ? [] : ['on the embedded database'])('%s', () => {
  test.each([
    {
      kind: 'of another version',
      change: ofAnotherVersion,
      hash: 'of another version',
      said: /another version.*start the version that made it$/m,
      unsaid: /empty|delete/,
    },
    {
      kind: 'from before the baseline',
      change: ofEarlierMigrations,
      hash: 'of an earlier first migration',
      said: /was made before the baseline.*delete that folder to start over$/m,
      unsaid: /start the version/,
    },
  ])(
    'a data folder $kind stops the start with one line of instructions, unchanged',
    async ({ change, hash, said, unsaid }) => {
      rmSync(database, { recursive: true, force: true });
      cpSync(prepared, database, { recursive: true });
      const other = await openEmbedded(database);
      await other.db.execute(sql`create table remark as select 'kept' as text`);
      await other.db.execute(change);
      await other.close();
      const { status, stdout, stderr } = start({});
      expect([status, stdout]).toEqual([78, '']);
      expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(data)]);
      expect(stderr).toMatch(said);
      expect(stderr).not.toMatch(unsaid);
      const client = await PGlite.create(database);
      expect((await client.query(inOrder)).rows).toEqual([{ remarks: 1, hash }]);
      await client.close();
    },
  );

  test('a data folder of this version opens again', async () => {
    await (await openEmbedded(prepared)).close();
  });

  test('a version that knows the migrations finds its database unchanged', async () => {
    const place = await embeddedPlace();
    const newer = newerMigrations(addsColumn);
    for (const migrations of [undefined, newer, undefined, newer])
      await (await place.open(migrations)).close();
    const opened = await place.open(newer);
    expect(opened.ahead).toEqual([]);
    expect(
      (
        await opened.db.execute(
          sql`select tag, kind from drizzle.migration_kind where tag = '90_newer'`,
        )
      ).rows,
    ).toEqual([{ tag: '90_newer', kind: 'additive' }]);
    await opened.close();
  });
});

test('all migrations since the first version are additive', () => {
  expect(
    readMigrations(migrationsFolder)
      .filter(({ kind }) => kind !== 'additive')
      .map(({ tag }) => tag),
  ).toEqual(['0001_guards']);
});
