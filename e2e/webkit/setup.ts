import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import startStackForAll from '../stack.ts';

let screen: ChildProcess | undefined;
let closeHouse: (() => Promise<void>) | undefined;

/** One stack for all journeys, and one virtual display, which prints its number when ready. */
export async function setup(): Promise<void> {
  const started = spawn(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  screen = started;
  const [output] = (await once(started.stdout, 'data')) as [Buffer];
  process.env.DISPLAY = `:${output.toString().trim()}`;
  closeHouse = await startStackForAll();
}

export async function teardown(): Promise<void> {
  await closeHouse?.();
  if (!screen) return;
  const ended = once(screen, 'exit');
  screen.kill('SIGTERM');
  await ended;
}
