import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { type Database, type Db, isAway, migrationsFolder, refuseInsideTransaction, withRetries } from './database.ts';

const patience = 5000;
/** Any number; the same in every process, so that one of them migrates and the others wait. */
const migrationKey = 8_214_077;

/** PostgreSQL for real use: any number of API processes beside one database. */
export async function openPostgres(url: string, size: number): Promise<Database> {
  await migratePostgres(url);
  const pool = new pg.Pool({
    connectionString: url, max: size, connectionTimeoutMillis: patience, query_timeout: patience, statement_timeout: patience,
    idle_in_transaction_session_timeout: patience, keepAlive: true, application_name: 'cme-api',
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
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
    forJobs: { executeSql: (text: string, values?: unknown[]) => guarded.query(text, values) },
    close: () => pool.end(),
  };
}

/** Drizzle's own returns a connection to the pool whatever happened on it; one that hangs or broke must not come back. */
function transactionOn(pool: pg.Pool): Db['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    let broken = false;
    try {
      const db = drizzle({ client }) as unknown as Db;
      return await db.transaction(work, config);
    } catch (error) {
      broken = isAway(error);
      throw error;
    } finally {
      client.release(broken);
    }
  };
}

async function migratePostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patience, application_name: 'cme-migration' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationKey]);
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end();
  }
}
