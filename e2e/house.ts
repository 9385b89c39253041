import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tools/postgres.ts';

const root = join(import.meta.dirname, '..');

/** Starts a whole house with settings of its own, resolves when it is ready, and answers how to
 * end it. */
export async function startHouse(
  settings: Record<string, string | undefined>,
  log?: NodeJS.WritableStream,
): Promise<() => Promise<void>> {
  const child = spawn(join(root, 'node_modules/.bin/node'), ['tools/start.ts'], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        said += part;
        log?.write(part);
        if (/^ready http/m.test(said)) resolve();
      });
    }
    child.once('exit', (code) =>
      reject(new Error(`the house ended with ${code} before it was ready:\n${said.slice(-3000)}`)),
    );
  });
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

/** Starts the house of all journeys once, on ports and a data folder of its own, and ends it
 * afterwards. With HOUSE_PORT and HOUSE_DATA the journeys visit a house that is there already. */
export default async function openHouse(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.HOUSE_DATA) return undefined;
  const data = mkdtempSync(join(tmpdir(), 'cme-journeys-'));
  process.env.HOUSE_DATA = data;
  mkdirSync(join(root, '.cache'), { recursive: true });
  const log = createWriteStream(join(root, '.cache/house.log'), { mode: 0o600 });
  const stop = await startHouse(
    {
      PORT: process.env.HOUSE_PORT,
      API_PORT: process.env.HOUSE_API_PORT,
      PAY_GATEWAY_PORT: String(await freePort()),
      DATA_DIR: data,
    },
    log,
  );
  return async () => {
    await stop();
    log.end();
    rmSync(data, { recursive: true, force: true });
  };
}
