import { loginSmsCode } from '@cme/contract/person';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mobile, smsCode, solved } from '../../../test/people.ts';
import { openSmsProviders, type SmsProviders } from '../../../test/sms-providers.ts';
import { enterAs } from '../../../test/staff.ts';
import type { Account } from '../staff/account.ts';
import { site } from '../site/site.ts';
import { sms } from './sms.ts';

let both: SmsProviders;
let account: Account;
beforeAll(async () => {
  both = await openSmsProviders(undefined, { sample: true, now: new Date() });
  const own = await enterAs(both.api, '13900000001');
  account = { ...own, roles: [...own.roles, 'super'] };
});
afterAll(() => both.close());

const run = (name: string, ...args: string[]) => sms[name]!.run(both.api.context, args, account);
const city = { host: 'city.localhost' };
const setSms = (value: unknown) =>
  site['set']!.run(
    both.api.context,
    ['city.localhost', 'sms', typeof value === 'string' ? value : JSON.stringify(value)],
    account,
  );

test('the messages of a number are listed with their results, without their codes', async () => {
  const code = await smsCode(both.api, 'regist', mobile(91));
  await both.untilStatus('delivered');
  const list = await run('list', mobile(91));
  expect(list).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}regist {2}已送达 {2}- {2}aliyun OK$/);
  expect(list).not.toContain(code);
  expect(await run('list', mobile(91), 'city.localhost')).toBe('没有');
  await expect(run('list', '1390000')).rejects.toThrow('请输入正确的手机号码');
});

test('the addresses of delivery reports are printed for both consoles', async () => {
  const secret = /[\w-]{43}/.source;
  expect(await run('reports')).toMatch(
    new RegExp(
      `^aliyun {2}https://api\\.cme\\.localhost/qm/api/v5/sms/report/aliyun/${secret}\n` +
        `tencent {2}https://api\\.cme\\.localhost/qm/api/v5/sms/report/tencent/${secret}$`,
    ),
  );
});

describe('the wording of a site', () => {
  test('is a setting, used from the next message on', async () => {
    await setSms({ aliyun: { sign: '没有报备' }, tencent: { template: '449740+minutes' } });
    const captcha = await solved(both.api, city, { mobile: mobile(92), scene: 'login' });
    await both.api.send(loginSmsCode, { mobile: mobile(92), scene: 'login', ...captcha }, city);
    await both.untilStatus('delivered');
    expect(await both.accepted(mobile(92))).toMatchObject([
      { provider: 'tencent', scene: 'regist' },
    ]);
  });

  test.each([
    ['no JSON', 'x', '不是 JSON'],
    ['another provider', { pigeon: {} }, '应为 {"aliyun"'],
    ['a signature with brackets', { aliyun: { sign: '【省医院】' } }, 'sign 应为 2 至 20 个字'],
    ['no default template', { aliyun: { template: 'login:SMS_1' } }, 'template 应为'],
    ['another field', { aliyun: { key: 'x' } }, '应为 {"sign"'],
  ])('is refused with %s', async (_, value, message) => {
    await expect(Promise.resolve().then(() => setSms(value))).rejects.toThrow(message);
  });
});
