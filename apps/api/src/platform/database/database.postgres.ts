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

/** Timeouts in milliseconds of a statement and of getting a connection. */
const timeouts = { statement: 5000, connection: 3000 };
/** Assumes cached pages or SSDs, where random reads are cheap: with the default for hard disks, a
 * search for a frequent word would scan all entries instead of using the index. */
const planning = '-c random_page_cost=1.1';
/** Arbitrary lock number, the same in every process, so that one migrates and the others wait. */
const migrationKey = 8_214_077;

/** PostgreSQL for production: any number of API processes on one database. */
export async function openPostgres(
  url: string,
  size: number,
  migrations = migrationsFolder,
): Promise<Database> {
  const ahead = await migratePostgres(url, migrations);
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: timeouts.connection,
    query_timeout: timeouts.statement,
    statement_timeout: timeouts.statement,
    idle_in_transaction_session_timeout: timeouts.statement,
    keepAlive: true,
    options: planning,
    application_name: 'cme-api',
  });
  // An idle connection that breaks is replaced on next use; without a listener the error would end
  // the process.
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

/** Drizzle's own implementation returns every connection to the pool and sends ROLLBACK even on a
 * dead one. A connection that hangs or broke is discarded here. */
function transactionOn(pool: pg.Pool): Db['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    const state = { broken: false };
    const markBroken = () => void (state.broken = true);
    client.on('error', markBroken);
    try {
      const db = drizzle({ client: untilBroken(client, state) }) as unknown as Db;
      return await db.transaction(work, config);
    } finally {
      client.off('error', markBroken).release(state.broken);
    }
  };
}

function untilBroken(client: pg.PoolClient, state: { broken: boolean }): pg.PoolClient {
  const query = async (...statement: Parameters<pg.PoolClient['query']>) => {
    // The error that broke the connection ended the transaction, so it is the one to report.
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
    connectionTimeoutMillis: timeouts.connection,
    application_name: 'cme-migration',
  });
  await client.connect();
  try {
    // Polls, because a blocked statement would hold a snapshot that delays building indexes
    // concurrently.
    const tryLockSql = 'select pg_try_advisory_lock($1) as mine';
    const holdsLock = async () =>
      (await client.query<{ mine: boolean }>(tryLockSql, [migrationKey])).rows[0]?.mine;
    while (!(await holdsLock())) await pause(100);
    const place = {
      name: 'the database in DATABASE_URL',
      startOver:
        'set DATABASE_URL to an empty database (tools/deploy/README.md says how to bring the rows over)',
    };
    return await migrateUnlessAhead(client, place, migrations, () =>
      applyMigrations(client, migrations),
    );
  } finally {
    await client.end();
  }
}
