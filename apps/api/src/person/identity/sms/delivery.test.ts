import { sql } from 'drizzle-orm';
import { loginSmsCode } from '@cme/contract/person';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mobile, solved, texts } from '../../../../test/people.ts';
import { freePort } from '../../../../../../tools/programs/free-port.ts';
import { openSmsProviders, readOutbox, type SmsProviders } from '../../../../test/sms-providers.ts';
import { changeSite } from '../../../platform/sites/site.store.ts';
import { smsAttempt, smsMessage } from './sms.tables.ts';

let both: SmsProviders;
let n = 7000;
beforeAll(async () => void (both = await openSmsProviders()));
afterAll(() => both.close());
beforeEach(async () => {
  n += 1;
  both.api.clock.pass(25 * 3_600_000);
  await both.set('aliyun', {});
  await both.set('tencent', {});
});

async function requestCode(to = mobile(n), host?: string, { api } = both): Promise<string> {
  const as = host ? { host } : {};
  const captcha = await solved(api, as, { mobile: to, scene: 'login' });
  await api.send(loginSmsCode, { mobile: to, scene: 'login', ...captcha }, as);
  return (await texts(api)).filter((text) => text.mobile === to).at(-1)?.code ?? '';
}
const acceptedBy = async () =>
  (await both.accepted(mobile(n))).map(({ provider }) => provider).toSorted();

describe('a code', () => {
  test('is sent by the first provider, and its delivery report is stored with it', async () => {
    const code = await requestCode();
    expect(await both.untilStatus('delivered')).toMatchObject({
      reason: '',
      asked: ['aliyun accepted'],
    });
    expect(await both.accepted(mobile(n))).toMatchObject([
      {
        provider: 'aliyun',
        scene: 'login',
        code,
        text: `【继续教育平台】您的验证码为：${code}，请勿泄露于他人！`,
      },
    ]);
    expect(readOutbox(both.folder)).toContainEqual(
      expect.objectContaining({ mobile: mobile(n), scene: 'login', code }),
    );
  });

  test('has the signature and template of its site', async () => {
    await changeSite(both.api.db, 'hospital', {
      sms: { aliyun: { sign: '继续教育平台', template: 'SMS_154950001,login:SMS_154950002' } },
    });
    await requestCode(mobile(n), 'hospital.localhost:8080');
    await both.untilStatus('delivered');
    expect(await both.accepted(mobile(n))).toMatchObject([{ scene: 'regist' }]);
    await changeSite(both.api.db, 'hospital', { sms: { aliyun: { sign: '没有报备的签名' } } });
    both.api.clock.pass(25 * 3_600_000);
    await requestCode(mobile(n), 'hospital.localhost:8080');
    expect((await both.untilStatus('delivered')).asked).toEqual([
      'aliyun account',
      'tencent accepted',
    ]);
  });

  test('names the minutes of its validity where the template does', async () => {
    await both.set('aliyun', { mode: 'balance' });
    const code = await requestCode();
    await both.untilStatus('delivered');
    expect(await both.accepted(mobile(n))).toMatchObject([
      { provider: 'tencent', text: `【继续教育平台】您的验证码是${code}，请于5分钟内填写。` },
    ]);
  });
});

describe('when the first provider', () => {
  test.each([
    ['balance', 'is out of money', 'account'],
    ['busy', 'is busy', 'busy'],
  ])('%s: %s, the second one sends it', async (mode, _, result) => {
    await both.set('aliyun', { mode });
    await requestCode();
    expect((await both.untilStatus('delivered')).asked).toEqual([
      `aliyun ${result}`,
      'tencent accepted',
    ]);
    expect(await acceptedBy()).toEqual(['tencent']);
  });

  test.each([
    ['limit', 'isv.BUSINESS_LIMIT_CONTROL'],
    ['number', 'isv.MOBILE_NUMBER_ILLEGAL'],
  ])('refuses the number (%s), no other one is asked', async (mode, reason) => {
    await both.set('aliyun', { mode });
    await requestCode();
    expect(await both.untilStatus('failed')).toMatchObject({ reason, asked: [`aliyun ${mode}`] });
    expect(await acceptedBy()).toEqual([]);
  });

  test.each([
    ['hang', 0],
    ['accept-hang', 1],
    ['cut', 0],
    ['error', 0],
    ['garbage', 0],
  ])(
    'leaves it unknown whether it took it (%s), nobody sends it a second time, and the next code goes to the second one',
    async (mode, count) => {
      await both.set('aliyun', { mode, report: 'none' });
      await requestCode();
      expect((await both.untilStatus('unknown')).asked).toEqual(['aliyun unknown']);
      expect(await both.accepted(mobile(n))).toHaveLength(count);
      both.api.clock.pass(61_000);
      await requestCode();
      expect((await both.untilStatus('delivered')).asked).toEqual(['tencent accepted']);
      both.api.clock.pass(121_000);
      await both.set('aliyun', {});
      await requestCode();
      expect((await both.untilStatus('delivered')).asked).toEqual(['aliyun accepted']);
    },
  );

  test('took it without answering, its report ends the doubt', async () => {
    await both.set('aliyun', { mode: 'accept-hang' });
    await requestCode();
    expect((await both.untilStatus('delivered')).asked).toEqual(['aliyun accepted']);
    expect(await acceptedBy()).toEqual(['aliyun']);
  });
});

test('a delivery that failed is stored with its reason', async () => {
  await both.set('aliyun', { report: 'failed' });
  await requestCode();
  expect(await both.untilStatus('failed')).toMatchObject({
    reason: 'MK:0001',
    asked: ['aliyun accepted'],
  });
});

test('when no provider takes it, it has failed, and people are told', async () => {
  await both.set('aliyun', { mode: 'balance' });
  await both.set('tencent', { mode: 'balance' });
  await requestCode();
  expect(await both.untilStatus('failed')).toMatchObject({
    reason: 'no-provider-left',
    asked: ['aliyun account', 'tencent account'],
  });
  const alarms = both.api
    .logged()
    .split('\n')
    .filter((line) => line.includes('"alarm":"sms"'))
    .map((line) => JSON.parse(line))
    .map(({ level, provider, code }) => `${level} ${provider} ${code}`);
  expect(alarms).toEqual(
    expect.arrayContaining([
      '60 aliyun isv.AMOUNT_NOT_ENOUGH',
      '60 tencent FailedOperation.InsufficientBalanceInSmsPackage',
      '60 all no-provider-left',
    ]),
  );
});

test('while both are busy the job is repeated until one takes it', async () => {
  await both.set('aliyun', { mode: 'busy' });
  await both.set('tencent', { mode: 'busy' });
  await requestCode();
  await expect
    .poll(async () => (await both.untilStatus('queued')).asked.toSorted(), { timeout: 10_000 })
    .toEqual(['aliyun busy', 'tencent busy']);
  await both.set('tencent', {});
  await both.untilStatus('delivered');
  expect(await acceptedBy()).toEqual(['tencent']);
});

test('a job that runs again sends nothing again', async () => {
  await requestCode();
  await both.untilStatus('delivered');
  const { api } = both;
  const { rows } = await api.db.execute<{ data: object }>(
    sql`select data from pgboss.job where name = 'identity-sms' order by data ->> 'id' desc limit 1`,
  );
  await api.context.jobs.enqueue(api.db, 'identity-sms', rows[0]?.data ?? {});
  await expect
    .poll(async () => {
      const { rows: waiting } = await api.db.execute(
        sql`select 1 from pgboss.job where name = 'identity-sms' and state < 'completed'`,
      );
      return waiting.length;
    })
    .toBe(0);
  expect(await acceptedBy()).toEqual(['aliyun']);
});

test('a process killed while it asked a provider leaves it unknown, not sent twice', async () => {
  await both.set('aliyun', { mode: 'hang' });
  await requestCode();
  await expect
    .poll(async () => (await both.untilStatus('queued')).asked)
    .toEqual(['aliyun pending']);
  both.api.clock.pass(60_000);
  const { rows } = await both.api.db.execute<{ data: object }>(
    sql`select data from pgboss.job where name = 'identity-sms' order by data ->> 'id' desc limit 1`,
  );
  await both.api.context.jobs.enqueue(both.api.db, 'identity-sms', rows[0]?.data ?? {});
  expect((await both.untilStatus('unknown')).asked).toEqual(['aliyun unknown']);
  expect(await acceptedBy()).toEqual([]);
});

test('the alarm of the budget names how many each provider has sent', async () => {
  const { api } = both;
  const { smsBudget } = api.context.settings;
  Object.assign(api.context.settings, { smsBudget: 2 });
  await requestCode();
  await both.untilStatus('delivered');
  await expect(requestCode(mobile(n + 500))).rejects.toMatchObject({ statusCode: 429 });
  Object.assign(api.context.settings, { smsBudget });
  expect(api.logged()).toMatch(
    /"alarm":"sms","site_id":"main","budget":2,"sent_by":\{"aliyun":1\}/,
  );
});

test('neither the logs nor the tables contain a number, a code or a key', async () => {
  const code = await requestCode();
  await both.untilStatus('delivered');
  const rows = JSON.stringify([
    await both.api.db.select().from(smsMessage),
    await both.api.db.select().from(smsAttempt),
  ]);
  for (const secret of [mobile(n), code, both.sms.aliyun?.keySecret, both.sms.tencent?.secretKey]) {
    expect(rows).not.toContain(`"${secret}"`);
    expect(both.api.logged()).not.toContain(secret);
  }
});

describe('settings that do not fit', () => {
  let own: SmsProviders;
  afterEach(() => own.close());

  test('the providers check signatures: with a wrong key none of them sends anything', async () => {
    own = await openSmsProviders((sms) => ({
      ...sms,
      aliyun: { ...sms.aliyun!, keySecret: 'another secret' },
      tencent: { ...sms.tencent!, secretKey: 'another secret' },
    }));
    await requestCode(mobile(n), undefined, own);
    expect(await own.untilStatus('failed')).toMatchObject({
      reason: 'no-provider-left',
      asked: ['aliyun account', 'tencent account'],
    });
    expect(own.api.logged()).toMatch(/SignatureDoesNotMatch/);
    expect(own.api.logged()).toMatch(/AuthFailure.SignatureFailure/);
  });

  test('a provider that cannot be reached is passed over', async () => {
    const closedPort = await freePort();
    own = await openSmsProviders((sms) => ({
      ...sms,
      aliyun: { ...sms.aliyun!, endpoint: `http://127.0.0.1:${closedPort}` },
    }));
    await requestCode(mobile(n), undefined, own);
    expect((await own.untilStatus('delivered')).asked).toEqual([
      'aliyun unsent',
      'tencent accepted',
    ]);
  });
});
