import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';

/** Vitest calls this once before all test files, which share a folder, and databases prefixed with its
 * name. */
export function setup(): void {
  // Once for both projects of the API.
  process.env.TEST_RUN_FOLDER ??= mkdtempSync(join(tmpdir(), 'cme-run-'));
}

export async function teardown(): Promise<void> {
  const folder = runFolder();
  const server = process.env.TEST_DATABASE_URL;
  if (server) await dropDatabases(server, nameOfRun(folder));
  rmSync(folder, { recursive: true, force: true });
}

export function runFolder(): string {
  const folder = process.env.TEST_RUN_FOLDER;
  if (!folder)
    throw new Error('the tests of the API need the configuration tools/vitest.config.ts');
  return folder;
}

export const nameOfRun = (folder: string) => basename(folder).toLowerCase();

async function dropDatabases(server: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`);
  await client.end();
}
