import { login, siteLogo } from '@cme/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { mobile, password, signedInPerson } from '../../../test/people.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const signIn = (n: number, address: string) => house.sendForMessage(login, { login_kind: 'password', account: mobile(n), password }, from(address));

test('a flood of sign-ins is refused beyond what can wait, in words, and leaves other calls quick', async () => {
  await signedInPerson(house, 1);
  await signIn(1, '10.250.0.1');
  let isOver = false;
  const flood = Promise.allSettled(Array.from({ length: 160 }, (_, at) => signIn(1000 + at, `10.7.${at % 8}.1`))).finally(() => (isOver = true));
  const took: number[] = [];
  while (!isOver) {
    const began = performance.now();
    await house.send(siteLogo, {});
    took.push(performance.now() - began);
  }
  const answers = (await flood).map((one) => (one.status === 'rejected' ? `${one.reason.statusCode} ${one.reason.message}` : 'in'));
  expect(new Set(answers)).toEqual(new Set(['400 手机号码或密码错误', '429 当前登录人数较多，请稍后再试']));
  expect(took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)]).toBeLessThan(1000);
  expect((await signIn(1, '10.250.0.1')).message).not.toBe('');
}, 240_000);
