import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../test/database.ts';
import { openEmbedded } from './database.embedded.ts';

const data = mkdtempSync(join(tmpdir(), 'cme-other-'));
const database = join(data, 'database');
const main = join(import.meta.dirname, 'main.ts');
const inOrder = 'select (select count(*)::int from remark) as remarks, (select max(hash) from drizzle.__drizzle_migrations) as hash';

beforeAll(async () => {
  const made = await openEmbedded(database);
  await made.db.execute(sql`create table remark as select 'kept' as text`);
  await made.db.execute(sql`update drizzle.__drizzle_migrations set hash = 'of another version', created_at = created_at - 1`);
  await made.close();
});
afterAll(() => rmSync(data, { recursive: true }));

test('a data folder of another version ends the start with one line that says what to do, and stays as it is', async () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main], { env: { PATH: process.env.PATH, DATA_DIR: data, LOG_LEVEL: 'info' }, encoding: 'utf8' });
  expect([status, stdout]).toEqual([78, '']);
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(data)]);
  expect(stderr).toMatch(/another version.*delete it.*DATA_DIR/);
  const client = await PGlite.create(database);
  expect((await client.query(inOrder)).rows).toEqual([{ remarks: 1, hash: 'of another version' }]);
  await client.close();
});

test('one of this version opens again', async () => {
  const folder = join(data, 'well', 'database');
  for (const _ of [1, 2]) await (await openEmbedded(folder)).close();
});

const servers = process.env.TEST_DATABASE_URL ? [process.env.TEST_DATABASE_URL] : [];
test.each(servers)('a PostgreSQL database of another version ends the start the same way, names no password, and stays as it is', async (server) => {
  const other = await openTestDatabase('postgres');
  try {
    const { rows: [row] } = await other.db.execute<{ name: string }>(sql`select current_database() as name`);
    await other.db.execute(sql`create table remark as select 'kept' as text`);
    await other.db.execute(sql`update drizzle.__drizzle_migrations set hash = 'of another version', created_at = created_at - 1`);
    const url = new URL(server);
    [url.pathname, url.password] = [`/${row?.name}`, 'hunter2'];
    const env = { PATH: process.env.PATH, DATA_DIR: data, DATABASE_URL: url.href, APP_SECRET: 'x'.repeat(32), LOG_LEVEL: 'info' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
    expect([status, stdout]).toEqual([78, '']);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/^the database in DATABASE_URL was made by another version.*name an empty database$/)]);
    expect((await other.db.execute(sql.raw(inOrder))).rows).toEqual([{ remarks: 1, hash: 'of another version' }]);
  } finally {
    await other.close();
  }
});
