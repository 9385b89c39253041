import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captcha, loginSmsCode } from '@cme/contract/person';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/test-api.ts';
import { mobile, signedInPerson, smsCode, solved, texts } from '../../../../test/people.ts';

let api: TestApi;
let n = 3000;
const dataDir = mkdtempSync(join(tmpdir(), 'cme-sms-'));
beforeAll(async () => {
  api = await startTestApi({ jobs: true, settings: { dataDir } });
});
afterAll(async () => {
  await api.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => {
  n += 1;
  api.clock.pass(25 * 3_600_000);
});

const requestCode = async (to = mobile(n), as = {}) =>
  api.send(
    loginSmsCode,
    { mobile: to, scene: 'login', ...(await solved(api, as, { mobile: to, scene: 'login' })) },
    as,
  );
const tooOften = { statusCode: 429, code: 'rate_limited' };
const minute = 60_000;

describe('requesting a code', () => {
  test('returns its validity and when another may be requested, for known and unknown numbers alike', async () => {
    await signedInPerson(api, n);
    const answers = [await requestCode(mobile(n)), await requestCode(mobile(n + 1000))];
    expect(answers).toEqual([
      { interval: 60, expire: 300 },
      { interval: 60, expire: 300 },
    ]);
    expect(
      (await texts(api)).filter((text) => [mobile(n), mobile(n + 1000)].includes(text.mobile)),
    ).toHaveLength(2);
  });

  test('writes a line {mobile, scene, code, at} that only the owner of the data folder can read', async () => {
    const code = await smsCode(api, 'regist', mobile(n));
    const file = join(dataDir, 'outbox/sms.jsonl');
    const nowText = api.clock.now().toISOString();
    await vi.waitFor(
      () =>
        expect(readFileSync(file, 'utf8').split('\n')).toContain(
          JSON.stringify({ mobile: mobile(n), scene: 'regist', code, at: nowText }),
        ),
      10_000,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is refused within a minute, then within growing intervals up to 15 minutes', async () => {
    const pauses = [1, 1, 1, 2, 4, 8, 15, 15];
    await requestCode();
    for (const pause of pauses) {
      api.clock.pass(pause * minute - 1000);
      await expect(requestCode()).rejects.toMatchObject(tooOften);
      api.clock.pass(1000);
      expect((await requestCode()).interval).toBeLessThanOrEqual(900);
    }
    api.clock.pass(24 * 60 * minute);
    expect(await requestCode()).toEqual({ interval: 60, expire: 300 });
  });

  test('sends one of fifty concurrent requests', async () => {
    const captchas = await Promise.all(Array.from({ length: 50 }, () => solved(api)));
    const total = await Promise.allSettled(
      captchas.map((captcha) =>
        api.send(loginSmsCode, { mobile: mobile(n), scene: 'login', ...captcha }),
      ),
    );
    expect(total.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await texts(api)).filter((text) => text.mobile === mobile(n))).toHaveLength(1);
  });

  test('counts each site separately', async () => {
    await requestCode();
    await requestCode(mobile(n), { host: 'hospital.localhost:8080' });
  });
});

describe('the captcha', () => {
  const wrong = { statusCode: 400, code: 'captcha_wrong' };
  const spend = (item: { captcha_id: string; captcha_code: string }, to = mobile(n)) =>
    api.send(loginSmsCode, { mobile: to, scene: 'login', ...item });

  test('is valid once, even for two concurrent requests', async () => {
    const one = await solved(api);
    const both = await Promise.allSettled([spend(one), spend(one, mobile(n + 1000))]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(spend(one, mobile(n + 2000))).rejects.toMatchObject(wrong);
  });

  test('is valid for five minutes', async () => {
    const one = await solved(api);
    api.clock.pass(5 * minute + 1000);
    await expect(spend(one)).rejects.toMatchObject(wrong);
  });

  test('must be solved, issued by us and unmodified', async () => {
    const one = await solved(api);
    const payload = JSON.parse(Buffer.from(one.captcha_code, 'base64').toString());
    const packed = (change: object) => ({
      ...one,
      captcha_code: Buffer.from(JSON.stringify({ ...payload, ...change })).toString('base64'),
    });
    const other = await api.send(captcha, {});
    const later = payload.salt.replace(/expires=\d+/, 'expires=4102444800');
    for (const change of [
      { number: payload.number + 1 },
      { signature: '0'.repeat(64) },
      { salt: later },
      { algorithm: 'SHA-1' },
      { number: 'x' },
    ]) {
      await expect(spend(packed(change))).rejects.toMatchObject(wrong);
    }
    await expect(spend({ ...one, captcha_id: other.captcha_id })).rejects.toMatchObject(wrong);
    for (const captcha_code of ['x', 'bnVsbA==', 'e30='])
      await expect(spend({ ...one, captcha_code })).rejects.toMatchObject(wrong);
    await spend(one);
  });
});
