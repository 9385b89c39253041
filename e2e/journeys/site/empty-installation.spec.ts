import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { sampleCodeAt } from '@cme/api/sample-code';
import type { Page } from '@playwright/test';
import { freePort } from '../../../tools/programs/free-port.ts';
import { startPostgres } from '../../../tools/programs/postgres.ts';
import { startStack } from '../../stack.ts';
import { type Person, newPerson } from '../../support/account.ts';
import { expect, test } from '../../support/journey.ts';
import { password } from '../../support/people.ts';
import {
  describePerson,
  expectRegistered,
  pressRegister,
  proveMobile,
} from '../../support/register.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** An installation of its own, on an empty PostgreSQL. */
async function createInstallation() {
  const data = mkdtempSync(join(tmpdir(), 'cme-empty-'));
  const postgres = await startPostgres();
  const port = await freePort();
  const env = {
    DATABASE_URL: postgres.url,
    APP_SECRET: 'a secret of the empty installation, long enough',
    SAMPLE: 'N',
    SMS_PROVIDER: 'file',
    PAY_SANDBOX: 'Y',
    DRAIN_SECONDS: '0',
    PORT: String(port),
    API_PORT: String(await freePort()),
    PAY_GATEWAY_PORT: String(await freePort()),
    DATA_DIR: data,
  };
  const staff = async (more: Record<string, string>, ...args: string[]) => {
    const command = ['tools/staff.ts', ...args];
    const options = { cwd: root, env: { ...process.env, ...env, ...more } };
    return (await run(join(root, 'node_modules/.bin/node'), command, options)).stdout;
  };
  return {
    origin: `http://cme.localhost:${port}`,
    env,
    staff,
    async remove() {
      await postgres.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function registerOn(page: Page, origin: string, person: Person): Promise<void> {
  await page.goto(`${origin}/regist/person`);
  await describePerson(page, person);
  await proveMobile(page, person.mobile);
  await pressRegister(page);
  await expectRegistered(page, person.name);
}

test('an empty PostgreSQL becomes a site with an administrator and a registered learner', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const installation = await createInstallation();
  const { origin, env, staff } = installation;
  // The outbox of this installation, not that of the other journeys.
  const others = process.env.STACK_DATA;
  process.env.STACK_DATA = env.DATA_DIR;
  let printed = '';
  const log = new Writable({ write: (part, _, done) => ((printed += String(part)), done()) });
  const [administrator, learner] = [newPerson(), { ...newPerson(), name: '方晓雨' }];
  let stop = await startStack(env, log);
  try {
    const steps = printed.slice(printed.indexOf('There is no site yet')).split('\n\n')[0] ?? '';
    expect(steps.split('\n').length).toBeLessThanOrEqual(6);
    expect(steps).toContain('npm run staff -- site create cme.localhost');

    const name = '示范省卫生健康继续教育平台';
    const site = [name, administrator.mobile, '0571-80000000'];
    const created = await staff({}, 'site', 'create', 'cme.localhost', ...site);
    expect(created).toContain(`${origin}/regist/person`);
    await expect(staff({}, 'site', 'create', 'cme.localhost', ...site)).rejects.toThrow('已被站点');

    await page.goto(origin);
    await expect(page.getByText(name).first()).toBeVisible();
    for (const title of ['关于我们', '联系我们', '服务条款', '隐私政策']) {
      await page.getByRole('contentinfo').getByRole('link', { name: title }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByText('0571-80000000').first()).toBeVisible();
    }
    await registerOn(page, origin, learner);

    const own = await browser.newContext();
    await registerOn(await own.newPage(), origin, administrator);
    await own.close();
    const code = /口令：([A-Z2-9-]+)/.exec(created)?.[1] ?? '';
    const who = { STAFF: administrator.mobile, STAFF_PASSWORD: password };
    const accepted = await staff(who, 'roles', 'accept', code);
    expect(accepted).toContain('learner super');
    const secret = /secret=([A-Z2-7]{32})/.exec(accepted)?.[1] ?? '';
    const proof = { ...who, STAFF_CODE: sampleCodeAt(new Date(), secret) };
    expect(await staff(proof, 'approval', 'list')).toContain('没有');

    // The same installation after a restart. An open page would complain of the pause.
    await page.goto('about:blank');
    await stop();
    printed = '';
    stop = await startStack(env, log);
    expect(printed).not.toContain('There is no site yet');
    await page.goto(origin);
    await expect(page.getByRole('button', { name: learner.name })).toBeVisible();
  } finally {
    process.env.STACK_DATA = others;
    await page.goto('about:blank');
    await stop();
    await installation.remove();
  }
});
