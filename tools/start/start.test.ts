import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '@cme/api/database/embedded';
import { acquireLock } from '@cme/api/settings/folder-lock';
import { freePort } from '../programs/free-port.ts';

const root = join(import.meta.dirname, '../..');
let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'cme-start-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the product and waits until it exits. */
async function runStart(
  environment: Record<string, string>,
): Promise<{ code: number; said: string[] }> {
  const names = ['PORT', 'API_PORT', 'PAY_GATEWAY_PORT', 'INGEST_PORT', 'SMS_PORT'];
  const ports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, String(await freePort())])),
  );
  const child = spawn(join(root, 'node_modules/.bin/node'), ['tools/start.ts'], {
    cwd: root,
    env: { ...process.env, ...ports, DATA_DIR: join(folder, 'data'), ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const [code] = await once(child, 'close');
  return { code, said: output.trim().split('\n') };
}

describe('a failed start', () => {
  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['MAIN_DOMAIN', 'no domain'],
    ['DATABASE_URL', 'mysql://here'],
    ['API_BASE', 'ftp://here'],
    ['SMS_PROVIDER', 'pigeon'],
    ['LOG_LEVEL', 'loud'],
  ])('because of the setting %s=%s says so in one line', async (name, value) => {
    const { code, said } = await runStart({ [name]: value });
    expect(code).not.toBe(0);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(name);
  });

  it('because of a busy port names the port in one line', async () => {
    const busyServer = createServer().listen(0);
    await once(busyServer, 'listening');
    const { port } = busyServer.address() as { port: number };
    const { code, said } = await runStart({ PORT: String(port) });
    busyServer.close();
    expect(code).not.toBe(0);
    expect(said).toEqual([expect.stringContaining(String(port))]);
  });

  it('because the data folder is in use says so in one line and keeps the lock of its owner', async () => {
    const data = join(folder, 'held');
    const release = acquireLock(join(data, 'start.lock'));
    const lockText = readFileSync(join(data, 'start.lock'), 'utf8');
    const { code, said } = await runStart({ DATA_DIR: data });
    expect(code).not.toBe(0);
    expect(said).toHaveLength(1);
    expect(readFileSync(join(data, 'start.lock'), 'utf8')).toBe(lockText);
    release();
  });

  it('because of an incompatible schema version says what to do in one line', async () => {
    const data = join(folder, 'other');
    const database = await openEmbedded(join(data, 'database'));
    await database.db.execute(
      sql`update drizzle.__drizzle_migrations set hash = 'of another version'`,
    );
    await database.close();
    const { code, said } = await runStart({ DATA_DIR: data });
    const progress = /^ *\d+\.\d s {2}|^ {2}\S+ +[0-9a-f]{12}( |$)/;
    expect(code).not.toBe(0);
    expect(said.filter((line) => !progress.test(line))).toEqual([
      expect.stringMatching(/another version.*start the version that made it/),
    ]);
    expect(said.join()).toContain(data);
  });
});
