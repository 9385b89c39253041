import { wirePath } from '@cme/contract/base';
import { login, userInfo } from '@cme/contract/person';
import { desc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import {
  idNumber,
  mobile,
  password,
  signedInPerson,
  smsCode,
  solved,
} from '../../../../test/people.ts';
import { guessLimits } from '../limits/guess.rules.ts';
import { loginLog, user } from '../identity.tables.ts';
import { addHits } from '../limits/limit.store.ts';

const api = await startApiForFile();
let n = 100;
beforeEach(() => {
  n += 1;
  api.clock.pass(2 * 3_600_000);
});

const minute = 60_000;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const byPassword = async (account: string, tried: string, address = '10.0.0.1') =>
  api.sendForMessage(
    login,
    {
      login_kind: 'password',
      account,
      password: tried,
      ...(await solved(api, from(address), { mobile: account })),
    },
    from(address),
  );
const bySms = (account: string, smsCode: string, as = {}) =>
  api.sendForMessage(login, { login_kind: 'sms', account, sms_code: smsCode }, as);
const wrong = { statusCode: 400, message: '手机号码或密码错误', code: undefined };
const locked = { statusCode: 400, code: 'account_locked' };
const badCode = { statusCode: 400, message: '验证码错误或已失效', code: 'sms_wrong' };

const guessWrong = async (account: string, times: number, address?: string) => {
  for (let index = 0; index < times; index += 1)
    await expect(byPassword(account, `Wrong${index}word`, address)).rejects.toMatchObject(wrong);
};

describe('signing in by password', () => {
  test('is meant when a sign-in names no kind', async () => {
    const { mobile: account } = await signedInPerson(api, n);
    const proof = await solved(api, from('10.0.0.1'), { mobile: account });
    const arrival = await api.send(login, { account, password, ...proof }, from('10.0.0.1'));
    expect(arrival.user.real_name).not.toBe('');
    await expect(
      api.send(login, { account, password: 'Wrong1word', ...proof }, from('10.0.0.1')),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  test('returns the person and a token of 256 bits in the message', async () => {
    const { user_id } = await signedInPerson(api, n);
    const { data, message } = await byPassword(mobile(n), password);
    expect(message).toMatch(/^[\w-]{43}$/);
    const info = await api.send(userInfo, {}, { token: message });
    expect(data).toEqual({ ...info, user: info, defaultLoginUrl: '' });
    expect(info.user_id).toBe(user_id);
  });

  test('gives the same reply for an unknown number, a wrong password and a person of another site', async () => {
    await signedInPerson(api, n);
    await signedInPerson(api, n + 1000, {
      site_id: 'hospital',
      mobile: mobile(n + 1000),
      id_no: idNumber(n),
    });
    for (const account of [mobile(n), mobile(n + 1000), mobile(n + 2000)])
      await expect(byPassword(account, 'Wrong1word')).rejects.toMatchObject(wrong);
  });

  test('locks that address for 15 minutes after five wrong passwords, with the reason', async () => {
    await signedInPerson(api, n);
    await guessWrong(mobile(n), 5);
    await expect(byPassword(mobile(n), password)).rejects.toMatchObject(locked);
    expect((await byPassword(mobile(n), password, '10.0.0.2')).message).not.toBe('');
    api.clock.pass(15 * minute);
    expect((await byPassword(mobile(n), password)).message).not.toBe('');
  });

  test('locks an unknown number with the same message', async () => {
    await guessWrong(mobile(n), 5);
    await expect(byPassword(mobile(n), password)).rejects.toMatchObject(locked);
  });

  test('checks at most nine wrong passwords of strangers in a row, from any number of addresses', async () => {
    await signedInPerson(api, n);
    const tries = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        byPassword(mobile(n), `Wrong${index}word`, `10.1.0.${index}`),
      ),
    );
    const checked = tries.filter(
      (tried) => tried.status === 'rejected' && tried.reason.message === wrong.message,
    );
    expect(checked.length).toBeLessThanOrEqual(9);
    for (let index = 0; index < 9; index += 1)
      await byPassword(mobile(n), `Wrong${index}word`, `10.1.2.${index}`).catch(() => undefined);
    await expect(byPassword(mobile(n), password, '10.1.1.1')).rejects.toMatchObject(locked);
  });

  test('admits the owner from a known address whatever strangers try', async () => {
    await signedInPerson(api, n);
    await byPassword(mobile(n), password, '10.9.9.9');
    await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        byPassword(mobile(n), `Wrong${index}word`, `10.2.0.${index}`),
      ),
    );
    expect((await byPassword(mobile(n), password, '10.9.9.9')).message).not.toBe('');
  });

  test('admits the owner by code while passwords are locked', async () => {
    await signedInPerson(api, n);
    await guessWrong(mobile(n), 5);
    const code = await smsCode(api, 'login', mobile(n));
    expect((await bySms(mobile(n), code, from('10.0.0.1'))).message).not.toBe('');
  });

  test('does not count right passwords: fifty concurrent sign-ins succeed', async () => {
    await signedInPerson(api, n);
    const total = await Promise.all(
      Array.from({ length: 50 }, () => byPassword(mobile(n), password)),
    );
    expect(new Set(total.map(({ message }) => message)).size).toBe(50);
  });

  test('reports a disabled account only after the right password', async () => {
    const { user_id } = await signedInPerson(api, n);
    await api.db.update(user).set({ status: 'disabled' }).where(eq(user.user_id, user_id));
    await expect(byPassword(mobile(n), 'Wrong1word')).rejects.toMatchObject(wrong);
    await expect(byPassword(mobile(n), password)).rejects.toMatchObject({
      message: '该账号已停用，请联系客服',
    });
  });

  test('refuses an unsolved captcha', async () => {
    const call = api.send(login, {
      login_kind: 'password',
      account: mobile(n),
      password,
      captcha_id: 'x',
      captcha_code: 'e30=',
    });
    await expect(call).rejects.toMatchObject({ code: 'captcha_wrong' });
  });

  describe('of a network that tries many accounts', () => {
    const guessedFrom = (network: string, times: number) =>
      addHits(
        api.db,
        api.clock.now(),
        Array.from({ length: times }, () => ({ key: `guess-from:${network}` })),
      );
    /** One attempt as it is: the price, or 0. */
    const priceFrom = async (address: string, account: number) => {
      const body = { login_kind: 'password', account: mobile(account), password: 'Wrong123' };
      const response = await fetch(`${api.url}${wirePath(login.path)}`, {
        method: 'POST',
        headers: { 'x-forwarded-for': address },
        body: new URLSearchParams({ ...body, full_domain_name: 'cme.localhost' }),
      });
      const { data } = (await response.json()) as { data?: { challenge?: { most: number } } };
      return data?.challenge?.most ?? 0;
    };

    test('cost ever more work, whatever addresses it has, and others pay nothing', async () => {
      const prices: number[] = [];
      for (const wrong of [guessLimits.fromNetwork, 60, 120, 240, 480]) {
        await guessedFrom('2001:db8:3:1::/64', wrong);
        prices.push(await priceFrom(`2001:db8:3:1::${wrong}`, n + wrong));
      }
      expect(prices).toEqual([5000, 10_000, 20_000, 40_000, 80_000]);
      expect(await priceFrom('2001:db8:3:2::1', n + 1)).toBe(0);
    });

    test('leave its people able to sign in', async () => {
      await signedInPerson(api, n);
      await guessedFrom('10.3.0.1', 200);
      expect((await byPassword(mobile(n), password, '10.3.0.1')).message).not.toBe('');
    });

    test('end far above a hospital’s peak', async () => {
      await signedInPerson(api, n);
      await guessedFrom('10.3.0.2', guessLimits.mostFromNetwork);
      await expect(byPassword(mobile(n), password, '10.3.0.2')).rejects.toMatchObject(locked);
      expect((await byPassword(mobile(n), password, '10.3.0.3')).message).not.toBe('');
    });
  });

  test('logs person, address and result', async () => {
    const { user_id } = await signedInPerson(api, n);
    await guessWrong(mobile(n), 1, '10.4.0.1');
    await byPassword(mobile(n), password, '10.4.0.1');
    const rows = await api.db
      .select()
      .from(loginLog)
      .where(eq(loginLog.address, '10.4.0.1'))
      .orderBy(desc(loginLog.result));
    expect(rows.map(({ result, kind, user_id: who }) => ({ result, kind, who }))).toEqual([
      { result: 'wrong', kind: 'password', who: null },
      { result: 'ok', kind: 'password', who: user_id },
    ]);
  });
});

test('a site configures its sign-in methods, and whether people may register', async () => {
  await signedInPerson(api, n);
  await api.db.execute(sql`update site set login_ways = '["sms"]' where site_id = 'main'`);
  await expect(byPassword(mobile(n), password)).rejects.toMatchObject({
    statusCode: 400,
    message: '本站未开放该登录方式',
  });
  await api.db.execute(
    sql`update site set login_ways = '["password"]', "regist_open" = 'N' where site_id = 'main'`,
  );
  await expect(bySms(mobile(n), '123456')).rejects.toMatchObject({
    message: '本站未开放该登录方式',
  });
  await expect(smsCode(api, 'login', mobile(n))).rejects.toMatchObject({
    message: '本站未开放该登录方式',
  });
  await expect(smsCode(api, 'regist', mobile(n))).rejects.toMatchObject({
    message: '本站未开放注册，请联系本单位管理员',
  });
  await api.db.execute(
    sql`update site set login_ways = '["password","sms"]', "regist_open" = 'Y' where site_id = 'main'`,
  );
});

describe('signing in by code', () => {
  test('signs in a known number', async () => {
    const { user_id } = await signedInPerson(api, n);
    const { data } = await bySms(mobile(n), await smsCode(api, 'login', mobile(n)));
    expect(data.user.user_id).toBe(user_id);
  });

  test('returns toRegister for an unknown number only after the right code', async () => {
    const code = await smsCode(api, 'login', mobile(n));
    await expect(bySms(mobile(n), code === '000000' ? '000001' : '000000')).rejects.toMatchObject(
      badCode,
    );
    await expect(bySms(mobile(n), code)).rejects.toMatchObject({
      message: 'toRegister',
      code: 'toRegister',
    });
    await expect(bySms(mobile(n), code)).rejects.toMatchObject(badCode);
  });

  test('accepts a code once: one of fifty concurrent sign-ins succeeds', async () => {
    await signedInPerson(api, n);
    const code = await smsCode(api, 'login', mobile(n));
    const total = await Promise.allSettled(
      Array.from({ length: 50 }, () => bySms(mobile(n), code)),
    );
    expect(total.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('checks at most five attempts at a code, even for fifty concurrent ones', async () => {
    await signedInPerson(api, n);
    const code = await smsCode(api, 'login', mobile(n));
    const others = Array.from({ length: 50 }, (_, index) =>
      String((Number(code) + index + 1) % 1_000_000).padStart(6, '0'),
    );
    const total = await Promise.allSettled(others.map((guess) => bySms(mobile(n), guess)));
    expect(
      total.every((tried) => tried.status === 'rejected' && tried.reason.code === 'sms_wrong'),
    ).toBe(true);
    await expect(bySms(mobile(n), code)).rejects.toMatchObject(badCode);
  });

  test('accepts the right code at the fifth attempt', async () => {
    await signedInPerson(api, n);
    const code = await smsCode(api, 'login', mobile(n));
    for (let index = 1; index <= 4; index += 1)
      await expect(
        bySms(mobile(n), String((Number(code) + index) % 1_000_000).padStart(6, '0')),
      ).rejects.toMatchObject(badCode);
    expect((await bySms(mobile(n), code)).message).not.toBe('');
  });

  test('refuses a code after five minutes', async () => {
    await signedInPerson(api, n);
    const code = await smsCode(api, 'login', mobile(n));
    api.clock.pass(5 * minute);
    await expect(bySms(mobile(n), code)).rejects.toMatchObject(badCode);
  });

  test.each([
    ['another scene', () => smsCode(api, 'regist', mobile(n))],
    ['another number', () => smsCode(api, 'login', mobile(n + 1000))],
    ['another site', () => smsCode(api, 'login', mobile(n), { host: 'hospital.localhost:8080' })],
  ])('refuses a code that was sent for %s', async (_, sent) => {
    await signedInPerson(api, n);
    await expect(bySms(mobile(n), await sent())).rejects.toMatchObject(badCode);
  });
});
