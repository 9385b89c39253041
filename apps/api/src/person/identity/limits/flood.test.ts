import { siteLogo } from '@cme/contract/site';
import { login } from '@cme/contract/person';
import { expect, test } from 'vitest';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { mobile, password, signedInPerson } from '../../../../test/people.ts';
import type { RefusalError } from '../../../platform/http/refusal.ts';
import { hashPassword } from '../password.rules.ts';

const api = await startApiForFile();

const nextTurn = () => new Promise((turn) => setImmediate(turn));
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const signIn = (n: number, address: string) =>
  api.sendForMessage(
    login,
    { login_kind: 'password', account: mobile(n), password },
    from(address),
  );

test('a flood of sign-ins from some networks does not keep others from signing in, and other calls stay fast', async () => {
  await signedInPerson(api, 1);
  await signedInPerson(api, 2);
  await signIn(1, '10.250.0.1');
  let isFlooding = true;
  const flood = Array.from({ length: 400 }, async (_, index) => {
    const asker = { network: `10.7.${index % 4}.1`, isKnown: false };
    while (isFlooding) await hashPassword(password, asker).catch(nextTurn);
  });
  const timed = async (work: Promise<unknown>) => {
    const began = performance.now();
    await work;
    return performance.now() - began;
  };
  const call = await timed(api.send(siteLogo, {}));
  const signIns = await timed(Promise.all([signIn(1, '10.250.0.1'), signIn(2, '10.9.0.1')]));
  isFlooding = false;
  const drained = await timed(Promise.all(flood));
  expect(call).toBeLessThan(1000);
  expect(signIns).toBeLessThan(drained / 2);
});

test('one network has half of the queue, so that it never is full for others', async () => {
  await signedInPerson(api, 3);
  const asker = { network: '10.8.0.1', isKnown: false };
  const { promise: isFull, resolve } = Promise.withResolvers<RefusalError>();
  const flood = Array.from({ length: 700 }, () => hashPassword(password, asker).catch(resolve));
  expect(await isFull).toMatchObject({
    statusCode: 429,
    message: '当前登录人数较多，请稍后再试',
    code: 'rate_limited',
  });
  expect((await signIn(3, '10.9.0.1')).message).not.toBe('');
  await Promise.all(flood);
}, 120_000);
