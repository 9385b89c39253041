import { drizzle } from 'drizzle-orm/node-postgres';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { applyMigrations } from './apply-migrations.ts';
import {
  type Database,
  type Db,
  isAway,
  migrationsFolder,
  refuseInsideTransaction,
  withRetries,
} from './database.ts';
import { migrateUnlessAhead } from './migrations.ts';

/** Milliseconds that a statement, and before it a connection, may take. */
const patience = { statement: 5000, connection: 3000 };
/** Pages are read from memory or from disks without moving parts, where any is as near as the next:
 * planned for turning disks, a search for a frequent word reads and unpacks every entry there is
 * instead of those that the index names. */
const planning = '-c random_page_cost=1.1';
/** Any number; the same in every process, so that one of them migrates and the others wait. */
const migrationKey = 8_214_077;

/** PostgreSQL for real use: any number of API processes beside one database. */
export async function openPostgres(
  url: string,
  size: number,
  migrations = migrationsFolder,
): Promise<Database> {
  const ahead = await migratePostgres(url, migrations);
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: patience.connection,
    query_timeout: patience.statement,
    statement_timeout: patience.statement,
    idle_in_transaction_session_timeout: patience.statement,
    keepAlive: true,
    options: planning,
    application_name: 'cme-api',
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the
  // process.
  pool.on('error', () => undefined);
  const guarded = new Proxy(pool, {
    get(target, key) {
      if (key === 'query') refuseInsideTransaction();
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const db = drizzle({ client: guarded }) as unknown as Db;
  return {
    db: withRetries(db, transactionOn(pool)),
    kind: 'postgres',
    ahead,
    forJobs: { executeSql: (text: string, values?: unknown[]) => guarded.query(text, values) },
    close: () => pool.end(),
  };
}

/** Drizzle's own returns a connection to the pool whatever happened on it, and asks a dead one to
 * roll back. One that hangs or broke is asked nothing more and does not come back. */
function transactionOn(pool: pg.Pool): Db['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    const state = { broken: false };
    const breaks = () => void (state.broken = true);
    client.on('error', breaks);
    try {
      const db = drizzle({ client: untilBroken(client, state) }) as unknown as Db;
      return await db.transaction(work, config);
    } finally {
      client.off('error', breaks).release(state.broken);
    }
  };
}

function untilBroken(client: pg.PoolClient, state: { broken: boolean }): pg.PoolClient {
  const query = async (...statement: Parameters<pg.PoolClient['query']>) => {
    // What broke the connection has ended the transaction: its own error is the one to report.
    if (state.broken && isRollback(statement[0])) return { rows: [] };
    if (state.broken) throw new Error('Connection terminated');
    try {
      return await client.query(...statement);
    } catch (error) {
      if (isAway(error)) state.broken = true;
      throw error;
    }
  };
  return new Proxy(client, {
    get: (target, key) => (key === 'query' ? query : Reflect.get(target, key, target)),
  });
}

const isRollback = (statement: unknown) =>
  /^rollback$/i.test(
    typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? ''),
  );

async function migratePostgres(url: string, migrations: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patience.connection,
    application_name: 'cme-migration',
  });
  await client.connect();
  try {
    // Asked for again and again: a statement that waits would be in the way of an index that is made
    // beside the writers.
    const mine = 'select pg_try_advisory_lock($1) as mine';
    const isMine = async () =>
      (await client.query<{ mine: boolean }>(mine, [migrationKey])).rows[0]?.mine;
    while (!(await isMine())) await pause(100);
    return await migrateUnlessAhead(client, 'the database in DATABASE_URL', migrations, () =>
      applyMigrations(client, migrations),
    );
  } finally {
    await client.end();
  }
}
