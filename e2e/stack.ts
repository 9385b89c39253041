import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireIngest } from '../tools/ingest/find.ts';
import { freePort } from '../tools/programs/free-port.ts';
import { startPostgres } from '../tools/programs/postgres.ts';
import { findLeaks } from './support/secrets.ts';

const root = join(import.meta.dirname, '..');

/** Starts a whole stack with its own settings, resolves when it is ready, and returns a function
 * that stops it. */
export async function startStack(
  settings: Record<string, string | undefined>,
  log?: NodeJS.WritableStream,
): Promise<() => Promise<void>> {
  const child = spawn(join(root, 'node_modules/.bin/node'), ['tools/start.ts'], {
    cwd: root,
    env: {
      ...process.env,
      LOG_LEVEL: 'info',
      INGEST_PORT: String(await freePort()),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        output += part;
        log?.write(part);
        if (/^ready http/m.test(output)) resolve();
      });
    }
    child.once('exit', (code) =>
      reject(
        new Error(`the stack ended with ${code} before it was ready:\n${output.slice(-3000)}`),
      ),
    );
  });
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

/** In production an external job writes these tickets, which sign the share menu of WeChat. */
function writeShareTickets(data: string): void {
  for (const name of ['weixin', 'wecom'])
    writeFileSync(
      join(data, `${name}-ticket.json`),
      JSON.stringify({ appId: 'wx-of-the-journeys', ticket: 'ticket of the journeys' }),
    );
}

/** Starts the stack of all journeys once, with its own ports, data folder and PostgreSQL (half the
 * processor time of the embedded database), and stops it afterwards. With STACK_PORT and STACK_DATA
 * the journeys use a running stack. */
export default async function startStackForAll(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.STACK_DATA) return undefined;
  requireIngest();
  const data = mkdtempSync(join(tmpdir(), 'cme-journeys-'));
  process.env.STACK_DATA = data;
  process.env.STACK_SECRET = 'a secret of the journeys alone, long enough';
  mkdirSync(join(root, '.cache'), { recursive: true });
  const log = createWriteStream(join(root, '.cache/stack.log'), { mode: 0o600 });
  writeShareTickets(data);
  const postgres = await startPostgres();
  process.env.STACK_DATABASE_URL = postgres.url;
  process.env.STACK_GATEWAY_PORT = String(await freePort());
  const stop = await startStack(
    {
      DATABASE_URL: postgres.url,
      SMS_PROVIDER: 'embedded',
      SMS_PORT: String(await freePort()),
      APP_SECRET: process.env.STACK_SECRET,
      SAMPLE: 'Y',
      PAY_SANDBOX: 'Y',
      DRAIN_SECONDS: '0',
      PORT: process.env.STACK_PORT,
      API_PORT: process.env.STACK_API_PORT,
      PAY_GATEWAY_PORT: process.env.STACK_GATEWAY_PORT,
      DATA_DIR: data,
    },
    log,
  );
  return async () => {
    await stop();
    await postgres.stop();
    log.end();
    const leaks = findLeaks(join(data, 'logs'));
    rmSync(data, { recursive: true, force: true });
    if (leaks.length > 0) throw new Error(`secrets in the logs of this run:\n${leaks.join('\n')}`);
  };
}
