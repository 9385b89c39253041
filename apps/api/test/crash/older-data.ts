import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrationsFolder } from '../../src/platform/database/database.ts';
import { openPostgres } from '../../src/platform/database/database.postgres.ts';
import { personalTables } from '../../src/screens/personal-data/register.rules.ts';

// Current data in the tables of every earlier version, migrated to the newest. Needs a superuser
// for server files and disabling foreign keys: the PostgreSQL started by the tests has one.

interface Journal {
  entries: { tag: string }[];
}
const getJournalFile = (folder: string) => join(folder, 'meta/_journal.json');
const readJournal = () =>
  JSON.parse(readFileSync(getJournalFile(migrationsFolder), 'utf8')) as Journal;

/** The last migration of each released version except the newest. */
export const versions = readJournal()
  .entries.slice(0, -1)
  .map(({ tag }) => tag);

const toDatabaseUrl = (server: string, database: string) =>
  Object.assign(new URL(server), { pathname: `/${database}` }).href;

async function on<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

type Columns = Map<string, string[]>;

async function readColumns(client: pg.Client): Promise<Columns> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as "table", array_agg(quote_ident(a.attname) order by a.attname)::text[] as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 order by 1`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** The schema without the order of columns. */
async function readShape(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
        from information_schema.columns where table_schema = 'public'
      union all select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indrelid where c.relnamespace = 'public'::regnamespace
      union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid where not tgisinternal and c.relnamespace = 'public'::regnamespace
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      order by 1`,
  );
  return rows.map(({ line }) => line);
}

/** Row count and checksum by table. */
async function readSums(client: pg.Client, columns: Columns): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  for (const [table, names] of columns) {
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(r::text, 0)::numeric), 0) as sum
        from (select ${names.join(', ')} from "${table}") r`,
    );
    sums.set(table, rows[0]?.sum ?? '');
  }
  return sums;
}

interface Unique {
  table: string;
  columns: { name: string; type: string }[];
}

/** Grows each table with personal data to at least this many rows by copying rows with new ids. */
export async function growPeople(url: string, people: number): Promise<number> {
  return await on(url, async (client) => {
    await client.query('set session_replication_role = replica');
    const { rows: unique } = await client.query<Unique>(
      `select c.relname as "table", jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, -1)) order by a.attnum) as columns
        from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indisunique and c.relnamespace = 'public'::regnamespace group by i.indexrelid, c.relname`,
    );
    const own = ownIds(unique.filter(({ table }) => table in personalTables));
    let grown = 0;
    for (const [table, columns] of await readColumns(client)) {
      if (!(table in personalTables)) continue;
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from "${table}"`,
      );
      const there = rows[0]?.n ?? 0;
      if (there === 0 || there >= people) continue;
      const numbered = columns.filter((name) => !own.counted.has(`${table}.${name}`));
      const values = numbered.map((name) => (own.texts.has(name) ? `${name} || '~' || n` : name));
      const created = await client.query(
        `insert into "${table}" (${numbered.join(', ')}) select ${values.join(', ')} from "${table}", generate_series(1, ${Math.ceil(people / there) - 1}) n`,
      );
      grown += created.rowCount ?? 0;
    }
    await client.query('vacuum analyze');
    return grown;
  });
}

const shared = new Set(['site_id', 'content_id', 'section_id', 'year']);

/** Columns that identify a row: ids, which get a numbered suffix by name, so that related rows stay
 * related; and serial columns. */
function ownIds(unique: readonly Unique[]): { texts: Set<string>; counted: Set<string> } {
  const texts = new Set(['user_id']);
  const counted = new Set<string>();
  for (const { table, columns } of unique.toSorted((a, b) => a.columns.length - b.columns.length)) {
    if (columns.some(({ name }) => texts.has(name))) continue;
    const text = columns.findLast(({ name, type }) => type === 'text' && !shared.has(name));
    if (text) texts.add(text.name);
    else for (const { name } of columns) counted.add(`${table}.${name}`);
  }
  return { texts, counted };
}

/** The migrations up to this one, as of that version. */
function migrationsUpTo(tag: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cme-version-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  const journal = readJournal();
  const until = journal.entries.findIndex((entry) => entry.tag === tag) + 1;
  writeFileSync(
    getJournalFile(folder),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, until) }),
  );
  return folder;
}

/** Copies data between tables and columns with the same names. */
async function copyShared(from: string, to: string, columns: Columns): Promise<void> {
  await on(from, (source) =>
    on(to, async (target) => {
      await target.query('set session_replication_role = replica');
      const { rows } = await source.query<{ folder: string }>(
        `select current_setting('data_directory') as folder`,
      );
      const file = `${rows[0]?.folder}/${new URL(to).pathname.slice(1)}.copy`;
      for (const [table, names] of columns) {
        await target.query(`delete from "${table}"`);
        await source.query(
          `copy (select ${names.join(', ')} from "${table}") to '${file}' (format binary)`,
        );
        await target.query(`copy "${table}" (${names.join(', ')}) from '${file}' (format binary)`);
      }
    }),
  );
}

export interface Brought {
  rows: number;
  seconds: number;
  /** Differences to the data before, or to a freshly created schema. */
  wrong: string[];
}

/** Creates the schema of that version, fills it from `source`, migrates it and compares. */
export async function bringFrom(tag: string, source: string): Promise<Brought> {
  const name = `cme_version_${tag.slice(0, 4)}_${process.pid}`;
  const url = toDatabaseUrl(source, name);
  const folder = migrationsUpTo(tag);
  await on(source, (client) => client.query(`create database ${name}`));
  try {
    await (await openPostgres(url, 1, folder)).close();
    const columns = await on(url, readColumns);
    await copyShared(source, url, columns);
    const before = await on(url, (client) => readSums(client, columns));
    const start = performance.now();
    await (await openPostgres(url, 1)).close();
    const seconds = (performance.now() - start) / 1000;
    const after = await on(url, (client) => readSums(client, columns));
    const created = await on(url, readShape);
    const fresh = await on(source, readShape);
    return {
      rows: [...before.values()].reduce((sum, item) => sum + Number(item.split(' ')[0]), 0),
      seconds,
      wrong: [
        ...[...before].flatMap(([table, sum]) =>
          after.get(table) === sum ? [] : [`${table}: ${sum} before, ${after.get(table)} after`],
        ),
        ...fresh.filter((line) => !created.includes(line)).map((line) => `missing: ${line}`),
        ...created.filter((line) => !fresh.includes(line)).map((line) => `left over: ${line}`),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
    await on(source, (client) => client.query(`drop database if exists ${name} with (force)`));
  }
}
