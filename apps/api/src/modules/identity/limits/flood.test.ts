import { login, siteLogo } from '@cme/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/test-api.ts';
import { mobile, password, signedInPerson } from '../../../../test/people.ts';
import { hashPassword } from '../account/password.rules.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const signIn = (n: number, address: string) =>
  api.sendForMessage(
    login,
    { login_kind: 'password', account: mobile(n), password },
    from(address),
  );

test('a flood of sign-ins beyond the queue is refused with a message, known clients pass and other calls stay fast', async () => {
  await signedInPerson(api, 1);
  await signedInPerson(api, 2);
  await signIn(1, '10.250.0.1');
  let isFlooding = true;
  let refused = 0;
  const flood = Array.from({ length: 120 }, async (_, index) => {
    const asker = { address: `10.7.${index % 8}.1`, isKnown: false };
    while (isFlooding)
      await hashPassword(password, asker).catch(
        () => new Promise((turn) => ((refused += 1), setImmediate(turn))),
      );
  });
  const began = performance.now();
  await api.send(siteLogo, {});
  const took = performance.now() - began;
  await expect(signIn(2, '10.9.0.1')).rejects.toMatchObject({
    statusCode: 429,
    message: '当前登录人数较多，请稍后再试',
    code: 'rate_limited',
  });
  expect((await signIn(1, '10.250.0.1')).message).not.toBe('');
  isFlooding = false;
  await Promise.all(flood);
  expect(refused).toBeGreaterThanOrEqual(20);
  expect(took).toBeLessThan(1000);
  expect((await signIn(2, '10.9.0.1')).message).not.toBe('');
});
