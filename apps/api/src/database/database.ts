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

/** Drizzle over the embedded database or PostgreSQL. A transaction is another `Db`. SQL stays at
 * PostgreSQL 15. */
export type Db = PgDatabase<Rows, Record<string, never>>;

export interface Database {
  db: Db;
  kind: 'embedded' | 'postgres';
  /** The same database for the job queue. */
  forJobs: JobsDatabase;
  /** Migrations of a newer version, all of which only add. */
  ahead: readonly string[];
  close(): Promise<void>;
}

export const migrationsFolder = join(import.meta.dirname, '../../migrations');

/** The database was made by another version of this program. Nothing in it has been touched. */
export class OtherTables extends Error {
  /** `newer`: migrations of a newer version that changed what this one reads or writes. */
  constructor(where: string, newer: readonly string[] = []) {
    super(
      newer.length > 0
        ? `${where} was changed by a newer version of this program in a way that this one cannot work with (${newer.join(', ')}); start that version or a later one`
        : `${where} was made by another version of this program, and its tables do not fit this one; start the version that made it`,
    );
  }
}

const transactions = new AsyncLocalStorage<{ open: boolean }>();

/** Makes the outermost `transaction` of a database run again when the server says that another
 * one was in the way. The work must therefore do nothing but database work. Inside it the
 * database itself may not be asked: with the embedded one that would wait for ever. */
export function withRetries(db: Db, begin: Db['transaction'], tries = 8): Db {
  db.transaction = async (work, config) => {
    for (let at = 1; ; at += 1) {
      const mark = { open: true };
      try {
        return await begin((tx) => transactions.run(mark, () => work(tx)), config);
      } catch (error) {
        if (at >= tries || !isCollision(error)) throw error;
        await new Promise((wake) => setTimeout(wake, Math.random() * 10 * 2 ** at));
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

/** The SQLSTATE of a failed statement, wherever the driver and Drizzle have put it. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return undefined;
}

/** True when a unique constraint (of that name, if given) refused the row. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && at.code === '23505')
      return !constraint || ('constraint' in at && at.constraint === constraint);
  }
  return false;
}

const isCollision = (error: unknown) => ['40001', '40P01'].includes(sqlState(error) ?? '');

const away = new Set([
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

/** The database is down, starting, full or hanging: worth asking again in a moment. */
export function isAway(error: unknown): boolean {
  if (away.has(sqlState(error) ?? '')) return true;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (
      /timeout|Connection terminated|(connection|PGlite).*closed|after calling end/i.test(
        at.message,
      ) &&
      !('severity' in at)
    )
      return true;
  }
  return false;
}
