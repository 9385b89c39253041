import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { FolderInUseError, acquireLock } from './folder-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'cme-lock-'));
const file = join(folder, 'database.lock');
const module = join(import.meta.dirname, 'folder-lock.ts');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => rmSync(file, { force: true }));

/** An ended process. */
const dead = () => spawnSync(process.execPath, ['-e', '']).pid;
const held = () =>
  JSON.parse(readFileSync(file, 'utf8')) as { pid: number; born: string; key: string };
const hold = (pid: number, born = '1') =>
  writeFileSync(file, JSON.stringify({ pid, born, key: 'other' }));

test('one process holds the folder until it releases it', () => {
  const unlock = acquireLock(file);
  expect(held().pid).toBe(process.pid);
  expect(() => acquireLock(file)).toThrow(FolderInUseError);
  unlock();
  expect(readdirSync(folder)).toEqual([]);
  acquireLock(file)();
});

test('locks of dead processes are ignored, even if the process id was reused', () => {
  hold(dead());
  acquireLock(file)();
  // The id of this running process with another start time.
  hold(process.pid, '1');
  acquireLock(file)();
  hold(process.pid, '');
  expect(() => acquireLock(file)).toThrow(`进程 ${process.pid}`);
});

test('releasing does not affect another holder’s lock', () => {
  const unlock = acquireLock(file);
  hold(process.pid);
  unlock();
  expect(existsSync(file)).toBe(true);
});

test('of many processes after a dead one, one gets the folder', async () => {
  hold(dead());
  const program = `import { acquireLock } from ${JSON.stringify(module)}; process.stdin.once('data', () => { try { acquireLock(${JSON.stringify(file)}); console.log('mine'); } catch { console.log('taken'); } }); console.log('here'); process.stdin.once('end', () => process.exit());`;
  const comers = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const word = async (comer: (typeof comers)[number]) =>
    String((await once(comer.stdout, 'data'))[0]).trim();
  expect(await Promise.all(comers.map(word))).toEqual(comers.map(() => 'here'));
  const answers = comers.map(word);
  for (const comer of comers) comer.stdin.write('now\n');
  expect((await Promise.all(answers)).toSorted()).toEqual([
    'mine',
    'taken',
    'taken',
    'taken',
    'taken',
    'taken',
  ]);
  expect(comers.map(({ pid }) => pid)).toContain(held().pid);
  for (const comer of comers) comer.stdin.end();
  await Promise.all(comers.map((comer) => once(comer, 'close')));
});
