import { loginSmsCode } from '@cme/contract/person';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mobile, solved } from '../../../../test/people.ts';
import { openSmsProviders, type SmsProviders } from '../../../../test/sms-providers.ts';
import { smsReportPath, smsReportSecret } from '../../../platform/settings/sms-report.ts';
import { sweepIdentity } from '../account/sweep.job.ts';
import { smsAttempt, smsMessage } from './sms.tables.ts';

let both: SmsProviders;
let n = 8000;
beforeAll(async () => {
  both = await openSmsProviders();
  await both.set('aliyun', { report: 'none' });
  await both.set('tencent', { report: 'none' });
});
afterAll(() => both.close());
beforeEach(() => {
  n += 1;
  both.api.clock.pass(25 * 3_600_000);
});

/** A code that a provider has accepted. */
async function sentBy(provider: 'aliyun' | 'tencent') {
  const mode = provider === 'tencent' ? 'balance' : 'normal';
  await both.set('aliyun', { mode, report: 'none' });
  const captcha = await solved(both.api, {}, { mobile: mobile(n), scene: 'login' });
  await both.api.send(loginSmsCode, { mobile: mobile(n), scene: 'login', ...captcha });
  await both.untilStatus('sent');
  const [message] = await both.accepted(mobile(n));
  return { id: message?.id ?? '', mobile: mobile(n) };
}

const secretOf = () => smsReportSecret(both.api.context.settings);
async function deliver(
  provider: 'aliyun' | 'tencent',
  body: unknown,
  { secret = secretOf(), headers = {} }: { secret?: string; headers?: object } = {},
) {
  const reply = await fetch(both.api.url + smsReportPath(provider, secret), {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: reply.status, text: await reply.text() };
}
const aliyunReport = (sent: { id: string; mobile: string }, change: object = {}) => ({
  phone_number: sent.mobile,
  send_time: '2026-06-15 10:00:00',
  report_time: '2026-06-15 10:00:03',
  success: true,
  err_code: 'DELIVERED',
  err_msg: '用户接收成功',
  sms_size: '1',
  biz_id: sent.id,
  out_id: '',
  ...change,
});
const tencentReport = (sent: { id: string; mobile: string }, change: object = {}) => ({
  user_receive_time: '2026-06-15 10:00:03',
  nationcode: '86',
  mobile: sent.mobile,
  report_status: 'SUCCESS',
  errmsg: 'DELIVRD',
  description: '用户短信送达成功',
  sid: sent.id,
  ...change,
});
const status = async () => {
  const { status: found, reason } = await both.untilStatus('sent', 'delivered', 'failed');
  return `${found} ${reason}`.trim();
};

describe('a delivery report', () => {
  test.each([
    ['aliyun', '{"code":0,"msg":"接收成功"}'],
    ['tencent', '{"result":0,"errmsg":"OK"}'],
  ] as const)('of %s is stored with its message and acknowledged', async (provider, text) => {
    const sent = await sentBy(provider);
    const report = provider === 'aliyun' ? aliyunReport(sent) : tencentReport(sent);
    expect(await deliver(provider, [report])).toEqual({ status: 200, text });
    expect(await status()).toBe('delivered');
  });

  test('of a failure is stored with its reason', async () => {
    const sent = await sentBy('tencent');
    await deliver('tencent', [tencentReport(sent, { report_status: 'FAIL', errmsg: 'MK:0001' })]);
    expect(await status()).toBe('failed MK:0001');
  });

  test('that is repeated, even with another result, changes nothing', async () => {
    const sent = await sentBy('aliyun');
    await deliver('aliyun', [aliyunReport(sent)]);
    const [before] = await both.api.db
      .select()
      .from(smsAttempt)
      .where(eq(smsAttempt.provider_id, sent.id));
    both.api.clock.pass(60_000);
    const failed = aliyunReport(sent, { success: false, err_code: 'MK:0001' });
    for (const report of [aliyunReport(sent), failed])
      expect((await deliver('aliyun', [report, report])).status).toBe(200);
    const [after] = await both.api.db
      .select()
      .from(smsAttempt)
      .where(eq(smsAttempt.provider_id, sent.id));
    expect([await status(), after]).toEqual(['delivered', before]);
  });

  test('about another number, another provider or an unknown message changes nothing', async () => {
    const sent = await sentBy('aliyun');
    const { message_id } = await both.untilStatus('sent');
    const others = [
      aliyunReport(sent, { phone_number: mobile(n + 500) }),
      aliyunReport(sent, { phone_number: mobile(n + 500), out_id: message_id }),
      aliyunReport({ ...sent, id: 'unknown' }),
      aliyunReport({ ...sent, id: '' }),
    ];
    expect((await deliver('aliyun', others)).status).toBe(200);
    expect((await deliver('tencent', [tencentReport(sent)])).status).toBe(200);
    expect(await status()).toBe('sent');
  });

  test('that is faster than the answer of the provider is asked for again', async () => {
    const sent = await sentBy('tencent');
    const { message_id } = await both.untilStatus('sent');
    await both.api.db
      .update(smsAttempt)
      .set({ result: 'pending', provider_id: '' })
      .where(eq(smsAttempt.provider_id, sent.id));
    expect((await deliver('tencent', [tencentReport(sent)])).status).toBe(503);
    await both.api.db
      .update(smsAttempt)
      .set({ result: 'accepted', provider_id: sent.id })
      .where(eq(smsAttempt.message_id, message_id));
    expect((await deliver('tencent', [tencentReport(sent)])).status).toBe(200);
    expect(await status()).toBe('delivered');
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '['],
    ['no list', '{"phone_number":"13900000000"}'],
    ['no text', [{ phone_number: 1, success: true, biz_id: '1' }]],
    [
      'too many',
      Array.from({ length: 501 }, () => ({ phone_number: '', success: true, biz_id: '' })),
    ],
    ['too long', JSON.stringify(['x'.repeat(600_000)])],
  ])('with %s is refused', async (_, body) => {
    expect((await deliver('aliyun', body)).status).toBeGreaterThanOrEqual(400);
  });

  test('without the secret of its address finds nothing', async () => {
    const sent = await sentBy('aliyun');
    for (const secret of ['x', secretOf().slice(1), `${secretOf()}x`])
      expect((await deliver('aliyun', [aliyunReport(sent)], { secret })).status).toBe(404);
    expect(await status()).toBe('sent');
    expect(both.api.logged()).not.toContain(secretOf());
  });

  test('is accepted from the listed networks only', async () => {
    const sent = await sentBy('aliyun');
    Object.assign(both.sms, { reportFrom: ['203.0.113.0/24'] });
    const from = (address: string) =>
      deliver('aliyun', [aliyunReport(sent)], { headers: { 'x-forwarded-for': address } });
    expect((await from('198.51.100.7')).status).toBe(404);
    expect(await status()).toBe('sent');
    expect((await from('203.0.113.7')).status).toBe(200);
    Object.assign(both.sms, { reportFrom: [] });
    expect(await status()).toBe('delivered');
  });
});

test('messages and what was said about them are deleted after 30 days', async () => {
  await sentBy('aliyun');
  both.api.clock.pass(29 * 86_400_000);
  await sweepIdentity(both.api.context);
  expect(await both.api.db.select().from(smsMessage)).not.toEqual([]);
  both.api.clock.pass(2 * 86_400_000);
  await sweepIdentity(both.api.context);
  expect(await both.api.db.select().from(smsMessage)).toEqual([]);
  expect(await both.api.db.select().from(smsAttempt)).toEqual([]);
});
