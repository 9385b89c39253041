import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login, userInfo } from '@cme/contract/person';
import { learnList, playerCourse, playerEnter } from '@cme/contract/study';
import { certificateDownload, certificateList } from '@cme/contract/credits';
import { invoiceApply, invoiceDownload, orderList, payCreate } from '@cme/contract/payment';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../programs/free-port.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'cme-logs-'));
const children: ChildProcess[] = [];
let output = '';
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
      stream.on('data', (part: Buffer) => (output += part.toString()));
    children.push(child);
  }
  const ended = children.map(async (child) => {
    await once(child, 'exit');
    throw new Error(`a server ended at its start: ${output.slice(-2000)}`);
  });
  const ready = vi.waitFor(() => expect(output).toContain('api ready'), 280_000);
  await Promise.race([ready, ...ended]);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(
    children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')),
  );
  rmSync(folder, { recursive: true, force: true });
});

const host = () => `cme.localhost:${port}`;
const fetchPath = (path: string) => fetchAs(host())(`http://127.0.0.1:${port}${path}`);
const createClient = (token?: string) =>
  openClient({
    apiBase: `http://127.0.0.1:${port}`,
    fullDomainName: 'cme.localhost',
    fetch: fetchAs(host()),
    ...(token ? { token } : {}),
  });
const findSecrets = (url: string) => [url, ...url.split('/').filter((word) => word.length > 24)];

async function signIn(account: string): Promise<{ token: string; secrets: string[] }> {
  const { data, message } = await createClient().sendForMessage(login, {
    login_kind: 'password',
    account,
    password: 'Learner2026',
  });
  return { token: message, secrets: [message, account, 'Learner2026', data.user.user_id] };
}

/** A video, a payment whose gateway does not answer, and the invoice of a paid order. */
async function runJunior(): Promise<string[]> {
  const { token, secrets } = await signIn('13800000001');
  const { send } = createClient(token);
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
  expect((await fetchPath(url)).status).toBe(200);
  const learning = (await send(learnList, { tab: 'studying' })).list[0];
  const { chapters } = await send(playerCourse, { course_id: learning?.course.id ?? '' });
  const { media_url, play_token } = await send(playerEnter, {
    section_id: chapters[0]?.sections[0]?.section_id ?? '',
  });
  expect((await fetchPath(media_url)).status).toBe(200);
  return [
    ...secrets,
    ...findSecrets(url),
    ...findSecrets(media_url),
    play_token,
    'canary@example.com',
    '王护士',
  ];
}

/** A certificate. */
async function runPhysician(): Promise<string[]> {
  const { token, secrets } = await signIn('13800000002');
  const { send } = createClient(token);
  const certificate = (await send(certificateList, {})).list.find(
    ({ cert_status }) => cert_status === 'issued',
  );
  const { url } = await send(certificateDownload, { cert_no: certificate?.cert_no ?? '' });
  expect((await fetchPath(url)).status).toBe(200);
  return [...secrets, ...findSecrets(url), certificate?.cert_no ?? ''];
}

it('the logs of an API and an edge contain no secrets and no personal numbers', async () => {
  const secrets = [...(await runJunior()), ...(await runPhysician())];
  for (const route of [
    '/qm/certificate/:pass/:file',
    '/qm/media/:pass/:folder/:file',
    '/qm/api/v5/invoice/file/:pass/:file',
    '/qm/api/v5/pay/create',
  ]) {
    await expect.poll(() => output).toContain(`"${route}"`);
  }
  children[0]?.kill('SIGKILL');
  await once(children[0] as ChildProcess, 'exit');
  for (const url of secrets.filter((secret) => secret.startsWith('/')))
    expect((await fetchPath(url)).status).toBe(503);
  await expect.poll(() => output.match(/"edge fault"/g)?.length ?? 0).toBeGreaterThan(2);
  for (const secret of secrets) expect(output).not.toContain(secret);
});
