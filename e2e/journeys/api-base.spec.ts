import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres } from '../../tools/postgres.ts';
import { startStack } from '../stack.ts';
import { expect, test } from '../support/journey.ts';
import { fillSignIn, nurse } from '../support/people.ts';

test('the same build works with another API host that is configured only by a setting', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const [port, apiPort] = [await freePort(), await freePort()];
  const data = mkdtempSync(join(tmpdir(), 'cme-api-base-'));
  // The compressed files of the main stack are reused; a different build would be compressed again.
  cpSync(join(process.env.STACK_DATA ?? '', 'releases'), join(data, 'releases'), {
    recursive: true,
  });
  const api = `http://api.cme.localhost:${apiPort}`;
  // A first start on PostgreSQL takes half of the processor time that the embedded database takes.
  const postgres = await startPostgres();
  const stop = await startStack({
    DATABASE_URL: postgres.url,
    APP_SECRET: 'a secret of this journey alone, never used again',
    SAMPLE: 'Y',
    PAY_SANDBOX: 'Y',
    PAY_GATEWAY_PORT: String(await freePort()),
    PORT: String(port),
    API_PORT: String(apiPort),
    DATA_DIR: data,
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
    const buildsIn = (folder: string) =>
      readdirSync(join(folder, 'releases/portal')).filter((name) => /^[0-9a-f]+$/.test(name));
    const knownBuilds = buildsIn(process.env.STACK_DATA ?? '');
    expect(knownBuilds, 'the build that the other stack serves').toEqual(
      expect.arrayContaining(buildsIn(data)),
    );
  } finally {
    // The page's long-polling call ends before the API does.
    await page.goto('about:blank');
    await stop();
    await postgres.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
