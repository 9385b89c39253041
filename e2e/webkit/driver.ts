import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../tools/programs/free-port.ts';
import { findMiniBrowser } from '../../tools/programs/webkit.ts';
import { until } from '../support/until.ts';

/** Timeout of a driver command. */
const timeoutMs = 30_000;

interface CommandOptions {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object;
}

/** Sends one W3C WebDriver command to a session. */
export type Command = <T>(path: string, options?: CommandOptions) => Promise<T>;

export interface Driver {
  command: Command;
  close(): Promise<void>;
}

const browserOptions = {
  binary: findMiniBrowser(),
  args: ['--automation', '--autoplay-policy=allow'],
};
const capabilities = {
  alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browserOptions },
};

async function sendCommand<T>(
  address: string,
  { method = 'POST', body = {} }: CommandOptions = {},
): Promise<T> {
  const response = await fetch(address, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** A browser with its own profile: a driver serves one session. */
export async function startDriver(): Promise<Driver> {
  const port = await freePort();
  const child = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver answers', () => sendCommand(`${base}/status`, { method: 'GET' }));
  const { sessionId } = await sendCommand<{ sessionId: string }>(`${base}/session`, {
    body: { capabilities },
  });
  const session = `${base}/session/${sessionId}`;
  return {
    command: (path, options) => sendCommand(`${session}${path}`, options),
    async close() {
      await sendCommand(session, { method: 'DELETE' }).catch(() => undefined);
      await stopProcess(child);
    },
  };
}
