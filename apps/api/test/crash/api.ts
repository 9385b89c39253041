import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bundleApi } from './bundle.ts';

const timeoutMs = 120_000;

/** The API in a separate process that can be killed and restarted. */
export interface Api {
  base: string;
  /** Resolves when it answers, with the milliseconds that took. */
  start(): Promise<number>;
  kill(): Promise<void>;
  /** Stops it and returns its exit code or the error. */
  stop(): Promise<number | string>;
  /** How it exited by itself, if it did. */
  died(): string | undefined;
  /** The latest time since which it has been serving for this long, over all its processes. */
  before(ms: number): Date;
  close(): Promise<void>;
}

export async function openApi(
  environment: NodeJS.ProcessEnv,
  port: number,
  bundle?: string,
): Promise<Api> {
  const base = `http://127.0.0.1:${port}`;
  const program = bundle ?? (await bundleApi(String(port)));
  const lives: { from: number; to: number }[] = [];
  let api: ChildProcess | undefined;
  let said = '';
  const hasEnded = () => !api || api.exitCode !== null || api.signalCode !== null;

  async function start(): Promise<number> {
    const began = performance.now();
    said = '';
    api = spawn(
      process.execPath,
      [
        '--import',
        join(import.meta.dirname, '../../../../tools/start/exit-with-parent.ts'),
        program,
      ],
      { env: environment, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
    );
    api.stderr?.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-4000)));
    await untilReady();
    lives.push({ from: Date.now(), to: Infinity });
    return performance.now() - began;
  }
  async function untilReady(): Promise<void> {
    for (const late = Date.now() + timeoutMs; Date.now() < late && !hasEnded(); await pause(10)) {
      const answered = await fetch(`${base}/healthz`).catch(() => undefined);
      await answered?.arrayBuffer().catch(() => undefined);
      if (answered?.ok) return;
    }
    throw new Error(`the API did not start: ${said}`);
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!api || hasEnded()) return;
    const ended = once(api, 'exit');
    api.kill(signal);
    await ended;
    Object.assign(lives.at(-1) ?? {}, { to: Date.now() });
  }
  // A process writes its compile cache on exit, not when it is killed.
  await start();
  await end('SIGTERM');
  return {
    base,
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      return api?.exitCode === 0 ? 0 : `${api?.exitCode ?? api?.signalCode} ${said}`;
    },
    died: () =>
      hasEnded() && api?.signalCode !== 'SIGKILL'
        ? `the API ended by itself: ${api?.exitCode ?? api?.signalCode} ${said}`
        : undefined,
    before(ms) {
      let left = ms;
      for (const { from, to } of lives.toReversed()) {
        const end = Math.min(to, Date.now());
        if (end - from >= left) return new Date(end - left);
        left -= end - from;
      }
      return new Date(0);
    },
    async close() {
      await end('SIGKILL');
      rmSync(dirname(program), { recursive: true, force: true });
    },
  };
}
