import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tools/postgres.ts';
import { expect, test as journey } from '../support/journey.ts';

export const root = join(import.meta.dirname, '../..');
const node = join(root, 'node_modules/.bin/node');

async function openOwnEdge() {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'cme-rollout-'));
  cpSync(join(process.env.STACK_DATA ?? '', 'releases'), join(data, 'releases'), {
    recursive: true,
  });
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    API_PORT: process.env.STACK_API_PORT,
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
  };
  const child = spawn(node, [join(root, 'apps/edge/src/main.ts')], {
    cwd: root,
    env,
    stdio: 'ignore',
  });
  const close = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  return {
    port,
    data,
    releases: join(data, 'releases'),
    at: (host: string) => `http://${host}:${port}`,
    rollout: (...args: string[]) => rollout(data, args),
    close,
  };
}

/** An edge of the test's own, beside the stack: same API, its own copy of the releases, so that
 * switching them disturbs nobody else. It ends with the test, however that ends. */
export const test = journey.extend<{ edge: Awaited<ReturnType<typeof openOwnEdge>> }>({
  edge: async ({ baseURL: _ }, use) => {
    const edge = await openOwnEdge();
    try {
      await expect.poll(() => healthy(edge.port), { timeout: 40_000 }).toBe(true);
      await use(edge);
    } finally {
      await edge.close();
    }
  },
});

async function healthy(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
  return answer ? ((await answer.json()) as { status: string }).status === 'ok' : false;
}

/** What a person types, with its exit code and how long it took. */
async function rollout(data: string, args: string[]) {
  const begun = Date.now();
  const child = spawn(node, [join(root, 'tools/rollout.ts'), ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: data },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  return { code, output, took: Date.now() - begun };
}
