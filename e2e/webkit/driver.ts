import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../tools/postgres.ts';
import { miniBrowser } from '../../tools/webkit/programs.ts';
import { until } from '../support/until.ts';

/** Timeout of a driver command. */
const longest = 30_000;

interface CommandOptions {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object;
}

/** Sends one W3C WebDriver command to a session. */
export type Command = <T>(path: string, asked?: CommandOptions) => Promise<T>;

export interface Driver {
  command: Command;
  close(): Promise<void>;
}

const browserOptions = {
  binary: miniBrowser(),
  args: ['--automation', '--autoplay-policy=allow'],
};
const capabilities = {
  alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browserOptions },
};

async function ask<T>(
  address: string,
  { method = 'POST', body = {} }: CommandOptions = {},
): Promise<T> {
  const answer = await fetch(address, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(longest),
  });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** A browser with its own profile: a driver serves one session. */
export async function openDriver(): Promise<Driver> {
  const port = await freePort();
  const child = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver answers', () => ask(`${base}/status`, { method: 'GET' }));
  const { sessionId } = await ask<{ sessionId: string }>(`${base}/session`, {
    body: { capabilities },
  });
  const session = `${base}/session/${sessionId}`;
  return {
    command: (path, asked) => ask(`${session}${path}`, asked),
    async close() {
      await ask(session, { method: 'DELETE' }).catch(() => undefined);
      await end(child);
    },
  };
}
