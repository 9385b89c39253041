import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import startStackForAll from '../stack.ts';

let screen: ChildProcess | undefined;
let stopStack: (() => Promise<void>) | undefined;

/** One stack for all journeys, and one virtual display, which prints its number when ready. */
export async function setup(): Promise<void> {
  const display = spawn(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  screen = display;
  const [output] = (await once(display.stdout, 'data')) as [Buffer];
  process.env.DISPLAY = `:${output.toString().trim()}`;
  stopStack = await startStackForAll();
}

export async function teardown(): Promise<void> {
  await stopStack?.();
  if (!screen) return;
  const ended = once(screen, 'exit');
  screen.kill('SIGTERM');
  await ended;
}
