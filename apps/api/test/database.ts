import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openSnapshot } from '../src/platform/database/database.embedded.ts';
import { openPostgres } from '../src/platform/database/database.postgres.ts';
import { type Database, type Db, migrationsFolder } from '../src/platform/database/database.ts';
import { imageKey } from '../src/platform/database/image.ts';
import { createJobs } from '../src/platform/jobs/jobs.ts';
import { nameOfRun, runFolder } from './run.ts';

/** Initial rows of a database. On PostgreSQL they are inserted once per test run, into a template database
 * that is copied for each test file. */
export interface Filling {
  name: string;
  /** `dataDir`: where the files of these rows are stored. */
  fill(db: Db, dataDir: string): Promise<void>;
}

/** A separate database for the calling test file, with all tables and no rows. */
export async function openTestDatabase(
  kind = process.env.TEST_DATABASE_URL ? 'postgres' : 'pglite',
  poolSize = 20,
): Promise<Database> {
  return kind === 'postgres' ? freshPostgres(poolSize) : fromSnapshot();
}

/** Like `openTestDatabase`, but with the rows of `filling`, and its files in `dataDir`. */
export async function openFilledDatabase(
  filling: Filling,
  dataDir: string,
  kind = process.env.TEST_DATABASE_URL ? 'postgres' : 'pglite',
  poolSize = 20,
): Promise<Database> {
  if (kind === 'postgres') {
    const files = join(runFolder(), filling.name);
    const database = await freshPostgres(poolSize, filling, files);
    cpSync(files, dataDir, { recursive: true });
    return database;
  }
  const database = await fromSnapshot();
  await filling.fill(database.db, dataDir);
  return database;
}

async function fromSnapshot(): Promise<Database> {
  const file = join(tmpdir(), 'cme-test', `${imageKey(migrationsFolder)}.tar`);
  if (!existsSync(file)) await makeSnapshot(file);
  return openSnapshot({ loadDataDir: new Blob([readFileSync(file)]) });
}

async function makeSnapshot(file: string): Promise<void> {
  const database = await openSnapshot({});
  await prepareJobs(database);
  const dump = await database.client.dumpDataDir('none');
  await database.close();
  mkdirSync(join(file, '..'), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  renameSync(draft, file);
}

async function prepareJobs({ forJobs, kind }: Database): Promise<void> {
  const jobs = createJobs(forJobs, kind, (error) => {
    throw error;
  });
  await jobs.start({ work: false });
  await jobs.stop();
}

async function freshPostgres(poolSize: number, filling?: Filling, files = ''): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('this test needs PostgreSQL: set TEST_DATABASE_URL');
  const name = `cme_${randomUUID().replaceAll('-', '')}`;
  const tables = `cme_template_${imageKey(migrationsFolder)}`;
  const filled = filling && `${nameOfRun(runFolder())}_${filling.name}`;
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock(8214078)');
    await makeTemplate(server, client, tables, prepareJobs);
    if (filled)
      await makeTemplate(server, client, filled, ({ db }) => filling.fill(db, files), tables);
    await client.query(`create database ${name} template "${filled ?? tables}"`);
  });
  const database = await openPostgres(toDatabaseUrl(server, name), poolSize);
  return {
    ...database,
    close: async () => {
      await database.close();
      await onServer(server, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      );
    },
  };
}

/** Does nothing if the template exists. */
async function makeTemplate(
  server: string,
  client: pg.Client,
  template: string,
  make: (database: Database) => Promise<void>,
  from = 'template1',
): Promise<void> {
  const known = await client.query('select 1 from pg_database where datname = $1', [template]);
  if (known.rowCount) return;
  const draft = `${template}_${randomUUID().slice(0, 8)}`;
  await client.query(`create database "${draft}" template "${from}"`);
  const database = await openPostgres(toDatabaseUrl(server, draft), 2);
  await make(database);
  await database.close();
  await client.query(`alter database "${draft}" rename to "${template}"`);
}

async function onServer(
  server: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function toDatabaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
