import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  certificateDownload,
  certificateList,
  invoiceApply,
  invoiceDownload,
  learnList,
  login,
  orderList,
  payCreate,
  playerCourse,
  playerEnter,
  userInfo,
} from '@cme/contract';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../postgres.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'cme-logs-'));
const children: ChildProcess[] = [];
let said = '';
let port = 0;
beforeAll(async () => {
  port = await freePort();
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    PORT: String(port),
    API_PORT: String(await freePort()),
    PAY_GATEWAY_PORT: String(await freePort()),
    TRUSTED_PROXIES: 'loopback',
    LOG_LEVEL: 'trace',
  };
  for (const name of ['api', 'edge']) {
    const child = spawn(process.execPath, [join(root, `apps/${name}/src/main.ts`)], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (said += part.toString()));
    children.push(child);
  }
  await vi.waitFor(() => expect(said).toContain('api ready'), 110_000);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(
    children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')),
  );
  rmSync(folder, { recursive: true, force: true });
});

const host = () => `cme.localhost:${port}`;
const get = (path: string) => fetchAs(host())(`http://127.0.0.1:${port}${path}`);
const client = (token?: string) =>
  openClient({
    apiBase: `http://127.0.0.1:${port}`,
    fullDomainName: 'cme.localhost',
    fetch: fetchAs(host()),
    ...(token ? { token } : {}),
  });
const secretsOf = (url: string) => [url, ...url.split('/').filter((word) => word.length > 24)];

async function signIn(account: string): Promise<{ token: string; secrets: string[] }> {
  const { data, message } = await client().sendForMessage(login, {
    login_kind: 'password',
    account,
    password: 'Learner2026',
  });
  return { token: message, secrets: [message, account, 'Learner2026', data.user.user_id] };
}

/** A video, a payment whose gateway does not answer, and the invoice of a paid order. */
async function junior(): Promise<string[]> {
  const { token, secrets } = await signIn('13800000001');
  const { send } = client(token);
  await send(userInfo, {});
  const pending = (await send(orderList, { status: 'pending' })).list[0];
  await send(payCreate, { order_code: pending?.order_code ?? '', channel: 'ali_page' }).catch(
    () => undefined,
  );
  const paid = (await send(orderList, { status: 'paid' })).list.find(({ actions }) =>
    actions.includes('invoice'),
  );
  const { invoice_no } = await send(invoiceApply, {
    order_code: paid?.order_code ?? '',
    kind: 'personal',
    title: '王护士',
    email: 'canary@example.com',
  });
  await expect
    .poll(
      () =>
        send(invoiceDownload, { invoice_no }).then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  const { url } = await send(invoiceDownload, { invoice_no });
  expect((await get(url)).status).toBe(200);
  const learning = (await send(learnList, { tab: 'studying' })).list[0];
  const { chapters } = await send(playerCourse, { course_id: learning?.course.id ?? '' });
  const { media_url, play_token } = await send(playerEnter, {
    section_id: chapters[0]?.sections[0]?.section_id ?? '',
  });
  expect((await get(media_url)).status).toBe(200);
  return [
    ...secrets,
    ...secretsOf(url),
    ...secretsOf(media_url),
    play_token,
    'canary@example.com',
    '王护士',
  ];
}

/** A certificate. */
async function physician(): Promise<string[]> {
  const { token, secrets } = await signIn('13800000002');
  const { send } = client(token);
  const certificate = (await send(certificateList, {})).list.find(
    ({ cert_status }) => cert_status === 'issued',
  );
  const { url } = await send(certificateDownload, { cert_no: certificate?.cert_no ?? '' });
  expect((await get(url)).status).toBe(200);
  return [...secrets, ...secretsOf(url), certificate?.cert_no ?? ''];
}

it('the logs of an API and an edge contain no secrets and no personal numbers', async () => {
  const secrets = [...(await junior()), ...(await physician())];
  for (const route of [
    '/qm/certificate/:pass/:file',
    '/qm/media/:pass/:folder/:file',
    '/qm/api/v5/invoice/file/:pass/:file',
    '/qm/api/v5/pay/create',
  ]) {
    await expect.poll(() => said).toContain(`"${route}"`);
  }
  children[0]?.kill('SIGKILL');
  await once(children[0] as ChildProcess, 'exit');
  for (const url of secrets.filter((one) => one.startsWith('/')))
    expect((await get(url)).status).toBe(503);
  await expect.poll(() => said.match(/"edge fault"/g)?.length ?? 0).toBeGreaterThan(2);
  for (const secret of secrets) expect(said).not.toContain(secret);
});
