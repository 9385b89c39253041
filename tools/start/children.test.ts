import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSupervisor } from './children.ts';

const root = join(import.meta.dirname, '../..');
let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'children-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeProgram(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return relative(root, join(folder, name));
}
const countStarts = (file = 'starts') =>
  existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').length : 0;
const noteStartScript = (file = 'starts') =>
  `import { appendFileSync } from 'node:fs'; appendFileSync('${join(folder, file)}', '.');`;
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('log files are readable by their owner only, including existing ones', async () => {
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  writeFileSync(join(logs, 'child.log'), 'before\n', { mode: 0o644 });
  const supervisor = createSupervisor(root, logs, () => undefined);
  const child = supervisor.start({
    name: 'child',
    program: writeProgram('child.mjs', `console.log('after'); setInterval(() => 0, 1000);`),
    env: process.env,
  });
  if (child.stdout) await once(child.stdout, 'data');
  expect(statSync(join(logs, 'child.log')).mode & 0o777).toBe(0o600);
  await supervisor.end();
});

it('a child that exits is restarted three times and then given up', async () => {
  const lostChild = Promise.withResolvers<string>();
  const supervisor = createSupervisor(root, join(folder, 'logs'), lostChild.resolve);
  supervisor.settle();
  supervisor.start({
    name: 'frail',
    program: writeProgram('frail.mjs', `${noteStartScript()} process.exit(3);`),
    env: process.env,
  });
  expect(await lostChild.promise).toBe('frail');
  expect(countStarts()).toBe(4);
  await supervisor.end();
});

it('a child that exits during the start is not restarted', async () => {
  const lostChild = Promise.withResolvers<string>();
  const supervisor = createSupervisor(root, join(folder, 'logs'), lostChild.resolve);
  supervisor.start({
    name: 'frail',
    program: writeProgram('frail.mjs', `${noteStartScript()} process.exit(3);`),
    env: process.env,
  });
  expect(await lostChild.promise).toBe('frail');
  expect(countStarts()).toBe(1);
});

it('all are stopped together, and none is restarted', async () => {
  const supervisor = createSupervisor(root, join(folder, 'logs'), () => undefined);
  supervisor.settle();
  const steadyProgram = writeProgram(
    'steady.mjs',
    `${noteStartScript()} setInterval(() => {}, 1000);`,
  );
  const children = ['a', 'b'].map((name) =>
    supervisor.start({ name, program: steadyProgram, env: process.env }),
  );
  await expect.poll(() => countStarts(), { timeout: 15_000 }).toBe(2);
  await supervisor.end();
  expect(children.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([
    'SIGTERM',
    'SIGTERM',
  ]);
  expect(countStarts()).toBe(2);
});

it('children do not outlive a parent that is killed', async () => {
  const steadyProgram = writeProgram(
    'steady.mjs',
    `import { writeFileSync } from 'node:fs'; writeFileSync('${join(folder, 'pid')}', String(process.pid)); setInterval(() => {}, 1000);`,
  );
  const parent = writeProgram(
    'parent.mts',
    `import { createSupervisor } from '${join(root, 'tools/start/children.ts')}'; createSupervisor('${root}', '${join(folder, 'logs')}', () => {}).start({ name: 'c', program: '${steadyProgram}', env: process.env });`,
  );
  const run = spawn(process.execPath, [join(root, parent)], { stdio: 'ignore' });
  await expect
    .poll(
      () => existsSync(join(folder, 'pid')) && readFileSync(join(folder, 'pid'), 'utf8') !== '',
      { timeout: 10_000 },
    )
    .toBe(true);
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  const exited = once(run, 'exit');
  run.kill('SIGKILL');
  await exited;
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});
