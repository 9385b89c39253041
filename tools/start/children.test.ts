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
import { openSupervisor } from './children.ts';

const root = join(import.meta.dirname, '../..');
let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'children-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return relative(root, join(folder, name));
}
const starts = (file = 'starts') =>
  existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').length : 0;
const note = (file = 'starts') =>
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
  const supervisor = openSupervisor(root, logs, () => undefined);
  const child = supervisor.start({
    name: 'child',
    program: program('child.mjs', `console.log('after'); setInterval(() => 0, 1000);`),
    env: process.env,
  });
  if (child.stdout) await once(child.stdout, 'data');
  expect(statSync(join(logs, 'child.log')).mode & 0o777).toBe(0o600);
  await supervisor.end();
});

it('a child that exits is restarted three times and then given up', async () => {
  const lost = Promise.withResolvers<string>();
  const supervisor = openSupervisor(root, join(folder, 'logs'), lost.resolve);
  supervisor.settle();
  supervisor.start({
    name: 'frail',
    program: program('frail.mjs', `${note()} process.exit(3);`),
    env: process.env,
  });
  expect(await lost.promise).toBe('frail');
  expect(starts()).toBe(4);
  await supervisor.end();
});

it('a child that exits during the start is not restarted', async () => {
  const lost = Promise.withResolvers<string>();
  const supervisor = openSupervisor(root, join(folder, 'logs'), lost.resolve);
  supervisor.start({
    name: 'frail',
    program: program('frail.mjs', `${note()} process.exit(3);`),
    env: process.env,
  });
  expect(await lost.promise).toBe('frail');
  expect(starts()).toBe(1);
});

it('all are stopped together, and none is restarted', async () => {
  const supervisor = openSupervisor(root, join(folder, 'logs'), () => undefined);
  supervisor.settle();
  const steady = program('steady.mjs', `${note()} setInterval(() => {}, 1000);`);
  const children = ['a', 'b'].map((name) =>
    supervisor.start({ name, program: steady, env: process.env }),
  );
  await expect.poll(() => starts(), { timeout: 15_000 }).toBe(2);
  await supervisor.end();
  expect(children.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([
    'SIGTERM',
    'SIGTERM',
  ]);
  expect(starts()).toBe(2);
});

it('children do not outlive a parent that is killed', async () => {
  const steady = program(
    'steady.mjs',
    `import { writeFileSync } from 'node:fs'; writeFileSync('${join(folder, 'pid')}', String(process.pid)); setInterval(() => {}, 1000);`,
  );
  const parent = program(
    'parent.mts',
    `import { openSupervisor } from '${join(root, 'tools/start/children.ts')}'; openSupervisor('${root}', '${join(folder, 'logs')}', () => {}).start({ name: 'c', program: '${steady}', env: process.env });`,
  );
  const run = spawn(process.execPath, [join(root, parent)], { stdio: 'ignore' });
  await expect
    .poll(
      () => existsSync(join(folder, 'pid')) && readFileSync(join(folder, 'pid'), 'utf8') !== '',
      { timeout: 10_000 },
    )
    .toBe(true);
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  const ended = once(run, 'exit');
  run.kill('SIGKILL');
  await ended;
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});
