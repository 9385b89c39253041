import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { said } from '../test/house.ts';
import { freePort } from '../test/neighbour.ts';
import { closeDataFolder } from './data-folder.ts';

const outside = mkdtempSync(join(tmpdir(), 'cme-data-'));
afterAll(() => rmSync(outside, { recursive: true, force: true }));

/** What somebody else may read, write or enter. */
function openIn(path: string): string[] {
  const found = lstatSync(path);
  const inner = found.isDirectory() ? readdirSync(path).flatMap((name) => openIn(join(path, name))) : [];
  return [...(found.isSymbolicLink() || (found.mode & 0o077) === 0 ? [] : [path]), ...inner];
}

function wideOpen(name: string): string {
  const folder = join(outside, name);
  for (const inner of ['database/base', 'outbox', 'logs', 'releases']) mkdirSync(join(folder, inner), { recursive: true });
  for (const file of ['database/base/1', 'outbox/sms.jsonl', 'logs/api.log', 'releases/live.json', 'notes.txt']) {
    writeFileSync(join(folder, file), '');
    chmodSync(join(folder, file), 0o664);
  }
  chmodSync(folder, 0o755);
  return folder;
}

test('a folder that everybody could read is closed with what the product wrote, and nothing else is touched', () => {
  const folder = wideOpen('old');
  writeFileSync(join(outside, 'target'), '');
  chmodSync(join(outside, 'target'), 0o644);
  symlinkSync(join(outside, 'target'), join(folder, 'outbox', 'link'));
  closeDataFolder(folder);
  expect(lstatSync(folder).mode & 0o777).toBe(0o700);
  expect(openIn(folder).map((path) => path.slice(folder.length + 1))).toEqual(['notes.txt', 'releases', 'releases/live.json']);
  expect(lstatSync(join(outside, 'target')).mode & 0o777).toBe(0o644);
});

test('the API leaves nothing open that it makes: database, lock, secret, keys', async () => {
  const folder = join(outside, 'fresh');
  mkdirSync(folder, { mode: 0o755 });
  const [port, edge] = [await freePort(), await freePort()];
  const env = { PATH: process.env.PATH, DATA_DIR: folder, API_PORT: String(port), PORT: String(edge), LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await said(child.stdout, 'api ready');
  child.stdout.resume();
  const made = readdirSync(folder);
  const open = openIn(folder);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(made).toEqual(expect.arrayContaining(['database', 'database.lock', 'secret', 'pay']));
  expect(open).toEqual([]);
}, 150_000);
