import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeLock } from '../apps/api/src/lock.ts';

const root = join(import.meta.dirname, '..');
let data = '';
beforeEach(() => void (data = mkdtempSync(join(tmpdir(), 'start-'))));
afterEach(() => rmSync(data, { recursive: true, force: true }));

async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'tools/start.ts')], { cwd: root, env: { PATH: process.env['PATH'], DATA_DIR: data, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  return { code, lines: said.trim().split('\n') };
}

it.each([
  [{ PORT: 'eighty' }, 'PORT'],
  [{ PORT: '99999' }, 'PORT'],
  [{ MAIN_DOMAIN: 'Not A Host' }, 'MAIN_DOMAIN'],
  [{ API_BASE: 'api.example.com' }, 'API_BASE'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
])('a wrong setting ends the start with one line that names it: %o', async (env, name) => {
  const { code, lines } = await start(env);
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(name);
  expect(readdirSync(data)).toEqual([]);
});

it('a busy port ends the start with one line, before anything is built or made', async () => {
  const other = createServer().listen(0);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, lines } = await start({ PORT: String(port) });
  other.close();
  expect({ code, lines }).toEqual({ code: 1, lines: [`port ${port} is in use; stop what listens there or set PORT`] });
  expect(existsSync(join(data, 'releases'))).toBe(false);
});

it('a second start on the same data folder is refused with one line, and the first keeps its lock', async () => {
  const unlock = takeLock(join(data, 'start.lock'));
  const { code, lines } = await start({ PORT: '18080' });
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`${process.pid}`);
  expect(existsSync(join(data, 'start.lock'))).toBe(true);
  unlock();
});
