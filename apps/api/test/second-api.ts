import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openClient, type OpenClient } from '@cme/commons/api-client';
import { buildApp } from '../src/app.ts';
import type { AppContext } from '../src/platform/context/context.ts';
import { findSignedIn } from '../src/person/identity/session/signed-in.ts';
import { outputWith, testSecret, type TestApi } from './test-api.ts';
import { freePort } from '../../../tools/programs/free-port.ts';

export interface SecondApi {
  client: OpenClient;
  close(): Promise<void>;
}

const openClientAt = (port: number) =>
  openClient({ apiBase: `http://127.0.0.1:${port}`, fullDomainName: 'cme.localhost' });

/** A second API on the same database: on PostgreSQL a separate process, on the embedded database,
 * which only one process may open, a second app. Its clock must be close to the real time. */
export async function startSecondApi(api: TestApi): Promise<SecondApi> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? anotherProcess(api, server) : anotherApp(api);
}

/** A second API in this process, with the first one's clock. */
export async function anotherApp({ context }: TestApi): Promise<SecondApi> {
  const beside: AppContext = {
    ...context,
    findSignedIn: (token, site, call) => findSignedIn(beside, token, site, call),
  };
  const app = await buildApp(beside);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  return { client: openClientAt(port), close: () => app.close() };
}

async function anotherProcess({ db, context }: TestApi, server: string): Promise<SecondApi> {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  const url = new URL(server);
  url.pathname = `/${rows[0]?.name}`;
  const port = await freePort();
  const edge = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: url.href,
      SMS_PROVIDER: 'file',
      INVOICE_ISSUER: 'file',
      API_PORT: String(port),
      PORT: String(edge),
      APP_SECRET: testSecret,
      DATA_DIR: context.settings.dataDir,
      POOL_SIZE: '4',
      DRAIN_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await outputWith(child.stdout, 'api ready');
  child.stdout.resume();
  return {
    client: openClientAt(port),
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
