import { setTimeout as pause } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { sqlState } from './database.ts';

interface Client {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Lock timeout of a migration on a table in use; afterwards it lets the queue pass and retries. */
const lockMs = 500;
const tries = 240;
const again = new Set(['55P03', '40P01']);

/** Migrates a PostgreSQL database in use, one transaction per migration, so that an interrupted run
 * continues on the next start. Indexes of existing tables are built concurrently after their
 * migration. */
export async function applyMigrations(client: Client, folder: string): Promise<void> {
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  await client.query(
    'create table if not exists drizzle.index_to_make (statement text primary key)',
  );
  const { rows } = await client.query(
    'select max(created_at)::float8 as last from drizzle.__drizzle_migrations',
  );
  const last = (rows[0] as { last: number | null }).last;
  const missing = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => last === null || folderMillis > last,
  );
  for (const { sql: statements, hash, folderMillis } of missing) {
    const later =
      last === null ? [] : statements.filter((statement) => isIndexOfOthers(statement, statements));
    const now = statements.filter((statement) => !later.includes(statement));
    await retryOnLock(client, async () => {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${lockMs}`);
      for (const statement of now) await client.query(statement);
      for (const statement of later)
        await client.query('insert into drizzle.index_to_make values ($1)', [statement]);
      await client.query(
        'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
        [hash, folderMillis],
      );
      await client.query('commit');
    });
  }
  await makeIndexes(client);
}

const indexed = /^\s*create index "?(\w+)"? on "?(\w+)"?/i;

function isIndexOfOthers(statement: string, statements: readonly string[]): boolean {
  const table = indexed.exec(statement)?.[2];
  const isCreated = (item: string) =>
    new RegExp(`^\\s*create table (if not exists )?"?${table}"?\\b`, 'i').test(item);
  return table !== undefined && !statements.some(isCreated);
}

/** An interrupted build leaves an invalid index, which is rebuilt. */
async function makeIndexes(client: Client): Promise<void> {
  const { rows } = await client.query('select statement from drizzle.index_to_make');
  for (const { statement } of rows as { statement: string }[]) {
    const name = indexed.exec(statement)?.[1] ?? '';
    await retryOnLock(client, async () => {
      const half = await client.query(
        'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
        [`"${name}"`],
      );
      if (half.rows.length > 0) await client.query(`drop index concurrently "${name}"`);
      await client.query(
        statement.replace(/create index/i, 'create index concurrently if not exists'),
      );
    });
    await client.query('delete from drizzle.index_to_make where statement = $1', [statement]);
  }
}

/** Retries until the lock is acquired. */
async function retryOnLock(client: Client, work: () => Promise<void>): Promise<void> {
  for (let index = 1; ; index += 1) {
    try {
      return await work();
    } catch (error) {
      await client.query('rollback');
      if (index >= tries || !again.has(sqlState(error) ?? '')) throw error;
      await pause(lockMs);
    }
  }
}
