import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/programs/free-port.ts';
import { createSupervisor } from '../../../tools/start/children.ts';
import { isAnswering } from '../../support/answering.ts';
import { expect, test } from '../../support/journey.ts';
import { fillSignIn, nurse } from '../../support/people.ts';
import { until } from '../../support/until.ts';

const root = join(import.meta.dirname, '../../..');
const timeoutMs = 60_000;

/** Another API and another edge of the same installation, with the same releases. */
async function startServers(env: NodeJS.ProcessEnv & { PORT: string; API_PORT: string }) {
  const logs = mkdtempSync(join(tmpdir(), 'cme-api-base-'));
  const supervisor = createSupervisor(root, logs, () => undefined);
  supervisor.start({ name: 'api', program: 'apps/api/src/main.ts', env });
  supervisor.start({ name: 'edge', program: 'apps/edge/src/main.ts', env });
  for (const port of [env.API_PORT, env.PORT])
    await until(`${port} answers`, isAnswering(Number(port)), timeoutMs);
  return async () => {
    await supervisor.end();
    rmSync(logs, { recursive: true, force: true });
  };
}

test('the same build works with another API host that is configured only by a setting', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const [port, apiPort] = [String(await freePort()), String(await freePort())];
  const api = `http://api.cme.localhost:${apiPort}`;
  const stop = await startServers({
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: process.env.STACK_DATABASE_URL,
    SMS_PROVIDER: 'file',
    APP_SECRET: process.env.STACK_SECRET,
    PAY_SANDBOX: 'Y',
    PAY_GATEWAY_PORT: process.env.STACK_GATEWAY_PORT,
    DRAIN_SECONDS: '0',
    TRUSTED_PROXIES: 'loopback',
    DATA_DIR: process.env.STACK_DATA,
    PORT: port,
    API_PORT: apiPort,
    API_BASE: api,
  });
  try {
    const origins = new Set<string>();
    page.on(
      'request',
      (request) => request.url().includes('/qm/api/') && origins.add(new URL(request.url()).origin),
    );
    await page.goto(`http://cme.localhost:${port}/login`);
    await fillSignIn(page, nurse);
    await page.waitForURL((address) => address.pathname !== '/login');
    await page.goto(`http://user.cme.localhost:${port}/user/learn`);
    await expect(page.getByRole('link', { name: '继续学习' }).first()).toBeVisible();
    expect([...origins]).toEqual([api]);
  } finally {
    // The page's long-polling call ends before the API does.
    await page.goto('about:blank');
    await stop();
  }
});
