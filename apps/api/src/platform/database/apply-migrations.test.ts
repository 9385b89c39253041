import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database.ts';
import { type Database, migrationsFolder } from './database.ts';
import { openPostgres } from './database.postgres.ts';

const server = process.env.TEST_DATABASE_URL;

describe('a PostgreSQL database in use', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cme-expand-'));
  let created: Database;
  let url = '';
  beforeAll(async () => {
    created = await openTestDatabase('postgres');
    const { rows } = await created.db.execute<{ name: string }>(
      sql`select current_database() as name`,
    );
    url = Object.assign(new URL(server ?? ''), { pathname: `/${rows[0]?.name}` }).href;
  });
  afterAll(async () => {
    await created.close();
    rmSync(folder, { recursive: true });
  });

  let last = 0;
  /** Migrations of a future version; those of earlier tests remain. */
  function newer(...statements: string[]): string {
    const at = join(folder, 'migrations');
    if (last === 0) cpSync(migrationsFolder, at, { recursive: true });
    const file = join(at, 'meta/_journal.json');
    const journal = JSON.parse(readFileSync(file, 'utf8')) as {
      entries: { idx: number; when: number; tag: string }[];
    };
    for (const statement of statements) {
      const before = journal.entries.at(-1)!;
      const tag = `9${(last += 1)}_newer`;
      writeFileSync(join(at, `${tag}.sql`), statement);
      journal.entries.push({ ...before, idx: before.idx + 1, when: before.when + 1000, tag });
    }
    writeFileSync(file, JSON.stringify(journal));
    return at;
  }
  const migrate = async (at: string) => (await openPostgres(url, 2, at)).close();
  const columns = async (...names: string[]) =>
    (
      await created.db.execute(
        sql`select column_name from information_schema.columns where table_name = 'site' and column_name in ${names} order by 1`,
      )
    ).rows.map(({ column_name }) => column_name);

  test('a failed migration keeps the earlier ones; the next start continues, and another one does nothing', async () => {
    const at = newer(
      'alter table site add column motto text',
      'alter table site add column hymn text; select 1 / 0',
    );
    await expect(migrate(at)).rejects.toThrow();
    expect(await columns('hymn', 'motto')).toEqual(['motto']);
    writeFileSync(join(at, '92_newer.sql'), 'alter table site add column hymn text');
    await migrate(at);
    await migrate(at);
    expect(await columns('hymn', 'motto')).toEqual(['hymn', 'motto']);
  });

  test('a migration that waits for a lock lets others pass', async () => {
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query('begin; select * from site');
    const migrated = migrate(newer('alter table site add column anthem text'));
    const waits: number[] = [];
    for (const end = Date.now() + 2500; Date.now() < end;) {
      const began = Date.now();
      await created.db.execute(sql`select count(*) from site`);
      waits.push(Date.now() - began);
    }
    await reader.query('commit');
    await reader.end();
    await migrated;
    expect(await columns('anthem')).toEqual(['anthem']);
    expect(Math.max(...waits)).toBeLessThan(1500);
  });

  test('an index is built concurrently; an invalid one is rebuilt', async () => {
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    await created.db.execute(sql`create table remark (id int)`);
    const at = newer('create index remark_id on remark (id)');
    await writer.query('begin; insert into remark values (1)');
    const migrated = migrate(at);
    await expect
      .poll(async () => (await created.db.execute(sql`select 1 from drizzle.index_to_make`)).rows)
      .toHaveLength(1);
    await created.db.execute(sql`insert into remark values (2)`);
    await writer.query('commit');
    await writer.end();
    await migrated;
    const valid = async () =>
      (
        await created.db.execute(
          sql`select indisvalid from pg_index where indexrelid = 'remark_id'::regclass`,
        )
      ).rows;
    expect(await valid()).toEqual([{ indisvalid: true }]);
    await created.db.execute(
      sql`update pg_index set indisvalid = false where indexrelid = 'remark_id'::regclass`,
    );
    await created.db.execute(
      sql`insert into drizzle.index_to_make values ('create index remark_id on remark (id)')`,
    );
    await migrate(at);
    expect(await valid()).toEqual([{ indisvalid: true }]);
    expect((await created.db.execute(sql`select 1 from drizzle.index_to_make`)).rows).toEqual([]);
  });
});
