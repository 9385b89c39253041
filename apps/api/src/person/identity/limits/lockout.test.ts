import { login, loginSmsCode } from '@cme/contract/person';
import { beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { mobile, password, signedInPerson, solved, texts } from '../../../../test/people.ts';
import { limitHit } from '../identity.tables.ts';

const api = await startApiForFile({ settings: { smsBudget: 100 } });
let n = 20_000;
let places = 0;
beforeEach(async () => {
  n += 1;
  api.clock.pass(25 * 3_600_000);
  await api.db.delete(limitHit);
  await signedInPerson(api, n);
});

const minute = 60_000;
const elsewhere = () => openBrowser(api, `10.${(places += 1) >> 8}.${places & 255}.1`);
const other = (code: string, index = 1) =>
  String((Number(code) + index) % 1_000_000).padStart(6, '0');

/** Wrong passwords from many addresses until every attempt is refused. */
async function guessFromEverywhere(times = 12): Promise<void> {
  for (let index = 0; index < times; index += 1)
    await elsewhere().byPassword(mobile(n), `Wrong${index}word`);
}

/** Wrong codes from many addresses. */
async function guessCodesFromEverywhere(code: string, times = 12): Promise<void> {
  for (let index = 1; index <= times; index += 1)
    await elsewhere().bySms(mobile(n), other(code, index));
}

describe('an attacker who knows the number cannot lock out its owner', () => {
  test('a browser that signed in before can sign in by password from any address', async () => {
    const before = openBrowser(api, '10.200.0.1');
    expect((await before.byPassword(mobile(n), password)).isSuccess).toBe(true);
    await guessFromEverywhere();
    const stranger = await elsewhere().byPassword(mobile(n), password);
    expect(stranger.data).toMatchObject({ code: 'account_locked' });
    const moved = openBrowser(api, '10.200.9.9');
    moved.cookies.set('cme_device', before.cookies.get('cme_device') ?? '');
    expect((await moved.byPassword(mobile(n), password)).isSuccess).toBe(true);
  });

  test('a new browser can sign in by password 15 minutes after the last stranger', async () => {
    await guessFromEverywhere();
    const owner = elsewhere();
    expect((await owner.byPassword(mobile(n), password)).message).toMatch(
      /^密码错误次数过多，请1[0-5]分钟后再试，或使用短信验证码登录$/,
    );
    api.clock.pass(15 * minute);
    expect((await owner.byPassword(mobile(n), password)).isSuccess).toBe(true);
  });

  test('wrong codes of strangers leave the owner’s code valid', async () => {
    const owner = elsewhere();
    await owner.askCode(mobile(n));
    const code = await owner.readCode(mobile(n));
    await guessCodesFromEverywhere(code);
    expect((await owner.bySms(mobile(n), code)).isSuccess).toBe(true);
  });

  test('a code that a stranger requests leaves the previous one valid', async () => {
    const owner = elsewhere();
    await owner.askCode(mobile(n));
    const code = await owner.readCode(mobile(n));
    api.clock.pass(minute);
    expect((await elsewhere().askCode(mobile(n))).isSuccess).toBe(true);
    expect((await owner.bySms(mobile(n), code)).isSuccess).toBe(true);
  });

  test('whenever a code is refused, the latest one is still valid', async () => {
    let refused = 0;
    for (let index = 0; index < 40; index += 1) {
      api.clock.pass(minute);
      const asked = await elsewhere().askCode(mobile(n));
      if (asked.isSuccess) continue;
      refused += 1;
      expect(asked.message).toMatch(
        /^验证码已发送，请使用最近收到的验证码，(1[0-5]|\d)分钟后可重新获取$|^验证码已发送，请使用最近收到的验证码，\d+秒后可重新获取$/,
      );
    }
    expect(refused).toBeGreaterThan(20);
    const owner = elsewhere();
    expect((await owner.bySms(mobile(n), await owner.readCode(mobile(n)))).isSuccess).toBe(true);
  });

  test('a browser that signed in before is sent a code whatever strangers requested', async () => {
    const before = elsewhere();
    await before.byPassword(mobile(n), password);
    for (let index = 0; index < 12; index += 1) {
      await elsewhere().askCode(mobile(n));
      api.clock.pass(minute);
    }
    expect((await elsewhere().askCode(mobile(n))).statusCode).toBe(429);
    expect((await before.askCode(mobile(n))).isSuccess).toBe(true);
  });
});

describe('a code stays hard to guess', () => {
  test('strangers together get ten attempts per 15 minutes from any number of addresses', async () => {
    const owner = elsewhere();
    await owner.askCode(mobile(n));
    const code = await owner.readCode(mobile(n));
    await guessCodesFromEverywhere(code, 10);
    expect((await elsewhere().bySms(mobile(n), code)).statusCode).toBe(429);
  });

  test('the browser that requested it gets five, and five more with another one', async () => {
    const asking = elsewhere();
    await asking.askCode(mobile(n));
    const first = await asking.readCode(mobile(n));
    for (let index = 1; index <= 5; index += 1) await asking.bySms(mobile(n), other(first, index));
    expect((await asking.bySms(mobile(n), first)).data).toMatchObject({ code: 'sms_wrong' });
    api.clock.pass(minute);
    await asking.askCode(mobile(n));
    expect((await asking.bySms(mobile(n), await asking.readCode(mobile(n)))).isSuccess).toBe(true);
  });

  test('using one invalidates the others', async () => {
    const owner = elsewhere();
    await owner.askCode(mobile(n));
    const first = await owner.readCode(mobile(n));
    api.clock.pass(minute);
    await owner.askCode(mobile(n));
    const second = await owner.readCode(mobile(n));
    expect((await owner.bySms(mobile(n), second)).isSuccess).toBe(true);
    if (first !== second)
      expect((await owner.bySms(mobile(n), first)).data).toMatchObject({ code: 'sms_wrong' });
  });
});

describe('the proof of work', () => {
  const tooCheap = { code: 'captcha_wrong' };

  test('grows with the codes sent to a number, and a cheaper one is refused', async () => {
    for (let index = 0; index < 3; index += 1) {
      await elsewhere().askCode(mobile(n));
      api.clock.pass(minute);
    }
    await expect(
      api.send(loginSmsCode, { mobile: mobile(n), scene: 'login', ...(await solved(api)) }),
    ).rejects.toMatchObject(tooCheap);
  });

  test('is required of strangers after three wrong passwords, and never of a known browser', async () => {
    const before = elsewhere();
    await before.byPassword(mobile(n), password);
    await guessFromEverywhere(4);
    const bare = { login_kind: 'password', account: mobile(n), password } as const;
    expect(await elsewhere().send(login, bare)).toMatchObject({
      message: '请输入图形验证码',
      data: tooCheap,
    });
    expect((await before.send(login, bare)).isSuccess).toBe(true);
    expect((await elsewhere().byPassword(mobile(n), password)).isSuccess).toBe(true);
  });
});

test('a site’s SMS have a budget: strangers stop at 80 % with an alarm, known browsers do not', async () => {
  const known = elsewhere();
  await known.byPassword(mobile(n), password);
  const now = api.clock.now();
  await api.db.insert(limitHit).values(
    Array.from({ length: 80 }, (_, index) => ({
      id: `budget-${index}`,
      key: 'sms-site:main',
      at: now,
    })),
  );
  const refused = await elsewhere().askCode(mobile(n));
  expect(refused).toMatchObject({
    statusCode: 429,
    message: '短信发送繁忙，请15分钟后再试，或使用密码登录',
  });
  expect(api.logged()).toMatch(/"level":60.*"alarm":"sms"/);
  expect((await known.askCode(mobile(n))).isSuccess).toBe(true);
  expect((await texts(api)).filter((text) => text.mobile === mobile(n))).toHaveLength(1);
});
