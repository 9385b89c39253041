import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { chooseFolder } from './postgres.ts';

const command = `
  import { startPostgres } from './postgres.ts';
  const { pid } = await startPostgres();
  console.log(String(pid));
  setInterval(() => {}, 1000);
`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('PostgreSQL stops when its parent command is terminated', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', command], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const pid = Number(line);
  expect(isRunning(pid)).toBe(true);
  child.kill('SIGTERM');
  await once(child, 'exit');
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
}, 60_000);

it('PostgreSQL stays on disk where memory is short', () => {
  expect(chooseFolder(Number.MAX_SAFE_INTEGER)).toBe(tmpdir());
});
