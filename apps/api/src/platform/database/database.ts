import { join } from 'node:path';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Db as JobsDatabase } from 'pg-boss';

interface Result<Row> {
  rows: Row[];
}
interface Rows extends PgQueryResultHKT {
  type: Result<this['row']>;
}

/** Drizzle over the embedded database or PostgreSQL. A transaction is another `Db`. SQL is limited
 * to PostgreSQL 15. */
export type Db = PgDatabase<Rows, Record<string, never>>;

export interface Database {
  db: Db;
  kind: 'embedded' | 'postgres';
  /** The same database for the job queue. */
  forJobs: JobsDatabase;
  /** Additive migrations of a newer version. */
  ahead: readonly string[];
  close(): Promise<void>;
}

export const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/** The schema belongs to another version of this program. Nothing was changed. */
export class SchemaMismatchError extends Error {}

const transactions = new AsyncLocalStorage<{ open: boolean }>();

/** Retries the outermost `transaction` on serialization failures and deadlocks, so its work must
 * have no other side effects. Using the database directly inside throws, since the embedded one
 * would deadlock. */
export function withRetries(db: Db, begin: Db['transaction'], tries = 8): Db {
  db.transaction = async (work, config) => {
    for (let index = 1; ; index += 1) {
      const mark = { open: true };
      try {
        return await begin((tx) => transactions.run(mark, () => work(tx)), config);
      } catch (error) {
        if (index >= tries || !isCollision(error)) throw error;
        await new Promise((wake) => setTimeout(wake, Math.random() * 10 * 2 ** index));
      } finally {
        mark.open = false;
      }
    }
  };
  return db;
}

export function refuseInsideTransaction(): void {
  if (transactions.getStore()?.open) throw new Error('a transaction is open here: use its own db');
}

/** The SQLSTATE of a failed statement, from the driver's or Drizzle's error. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

/** True if a unique constraint (with this name, if given) was violated. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '23505')
      return !constraint || ('constraint' in cause && cause.constraint === constraint);
  }
  return false;
}

const isCollision = (error: unknown) => ['40001', '40P01'].includes(sqlState(error) ?? '');

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '57014',
  '25P03',
  '08006',
  '08003',
  '08001',
]);

/** The database is down, starting, overloaded or hanging: a retry may succeed. */
export function isAway(error: unknown): boolean {
  if (unavailableCodes.has(sqlState(error) ?? '')) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (
      /timeout|Connection terminated|(connection|PGlite).*closed|after calling end/i.test(
        cause.message,
      ) &&
      !('severity' in cause)
    )
      return true;
  }
  return false;
}
