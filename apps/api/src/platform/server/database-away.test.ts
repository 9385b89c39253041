import { rmSync } from 'node:fs';
import { everyCall } from '@cme/contract/every-call';
import { wirePath } from '@cme/contract/base';
import { rolloutToken } from '@cme/contract/site/rollout';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { form, json } from '../../../test/ask.ts';
import { sandboxPay } from '../../../test/pay/cashier.ts';
import { alipayNotice, post, wechatNotice } from '../../../test/pay/notices.ts';
import { signedInPerson } from '../../../test/people.ts';
import { startTestApi, type TestApi, testSecret } from '../../../test/test-api.ts';
import { startBreakableProxy, type BreakableProxy } from '../../../test/wire.ts';

/** The embedded database has no network connection that could break. */
const server = process.env.TEST_DATABASE_URL;
describe.each(server ? [server] : [])('while PostgreSQL is unavailable', (address) => {
  const { pay, keys, folder } = sandboxPay();
  let wire: BreakableProxy;
  let api: TestApi;
  let token: string;
  beforeAll(async () => {
    wire = await startBreakableProxy(address);
    process.env.TEST_DATABASE_URL = wire.url;
    api = await startTestApi({ poolSize: 4, settings: { pay, rateLimit: 0 } }).finally(
      () => (process.env.TEST_DATABASE_URL = address),
    );
    ({ token } = await signedInPerson(api, 1));
  });
  afterEach(() => wire.mend());
  afterAll(async () => {
    await api.close();
    await wire.close();
    rmSync(folder, { recursive: true });
  });

  test('every call that needs it reports that in the published shape, and none fails otherwise', async () => {
    wire.cut();
    const told = await Promise.all(
      everyCall.map(async ({ path }) => {
        const answer = await fetch(api.url + wirePath(path), {
          method: 'POST',
          headers: { ...form, 'x-token': token },
          body: 'full_domain_name=cme.localhost',
        });
        return { path, status: answer.status, body: await answer.text() };
      }),
    );
    expect(told.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
    const away = told.filter(({ status }) => status === 503);
    expect(away.length).toBeGreaterThan(everyCall.length / 2);
    for (const { path, body } of away)
      expect(JSON.parse(body), path).toEqual({
        isSuccess: false,
        statusCode: 503,
        message: '系统繁忙，请稍后再试',
        data: { id: expect.any(String) },
      });
  });

  test.each([
    ['is cut off', () => wire.cut()],
    ['does not answer', () => wire.hang()],
  ])(
    'and %s, gateways are told to resend their notices, forgeries are refused as before',
    async (_, go) => {
      const payment = { trade_no: 'T'.padEnd(26, '0'), amount_fen: 6800, at: api.clock.now() };
      const [wechat, alipay] = [
        wechatNotice(keys.wechat, payment),
        alipayNotice(keys.alipay, payment),
      ];
      go();
      const failure = JSON.stringify({ code: 'FAIL', message: '失败' });
      const replies = await Promise.all([
        post(api.url, 'wechat', wechat),
        post(api.url, 'alipay', alipay),
        post(api.url, 'wechat', { ...wechat, body: `${String(wechat.body)} ` }),
      ]);
      expect(replies.map(({ status, text }) => [status, text])).toEqual([
        [503, failure],
        [503, 'failure'],
        [401, failure],
      ]);
    },
  );

  test('the log names the database as the cause', async () => {
    wire.cut();
    const secret = new TextEncoder().encode(testSecret);
    const answer = await fetch(`${api.url}/internal/rollout/report`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${await rolloutToken(secret, 'edge')}` },
      body: '{}',
    });
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { code: 'away', message: '数据库暂时没有回答，请稍后再试' },
    ]);
  });
});
