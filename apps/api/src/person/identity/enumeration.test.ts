import { type Call, wirePath } from '@cme/contract/base';
import {
  forgetpwdVerify,
  login,
  loginSmsCode,
  registCheck,
  registPerson,
} from '@cme/contract/person';
import { beforeAll, describe, expect, test } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { mobile, signedInPerson, solved, newRegistration } from '../../../test/people.ts';

const api = await startApiForFile();
let address = 0;
const known = mobile(1);
const unknown = mobile(2);
beforeAll(async () => {
  await signedInPerson(api, 1);
});

/** Status, headers and body, and the response time. */
async function sendCall(call: Call, body: Record<string, string>) {
  const fields = new URLSearchParams({ ...body, full_domain_name: 'cme.localhost' });
  const began = performance.now();
  const reply = await fetch(`${api.url}${wirePath(call.path)}`, {
    method: 'POST',
    body: fields,
    headers: { 'x-forwarded-for': `10.8.${address >> 8}.${address++ & 255}` },
  });
  const text = await reply.text();
  const took = performance.now() - began;
  const headers = [...reply.headers]
    .filter(([name]) => !['date', 'x-request-id'].includes(name))
    .map(([name, value]) => [name, value.replace(/^cme_device=[\w-]{43};/, 'cme_device=…;')]);
  return { seen: { status: reply.status, headers, text }, took };
}

const guess = async (account: string) =>
  sendCall(login, {
    login_kind: 'password',
    account,
    password: 'Wrong1word',
    ...(await solved(api, undefined, { mobile: account })),
  });
const form = (number: string) => ({ ...newRegistration(number === known ? 1 : 2, '000000') });

describe('an attacker cannot find out whether an account exists', () => {
  test.each([
    ['a wrong password', (number: string) => guess(number)],
    [
      'a wrong code',
      (number: string) =>
        sendCall(login, { login_kind: 'sms', account: number, sms_code: '000000' }),
    ],
    [
      'a wrong code for a forgotten password',
      (number: string) => sendCall(forgetpwdVerify, { mobile: number, sms_code: '000000' }),
    ],
    ['a registration with a wrong code', (number: string) => sendCall(registPerson, form(number))],
    [
      'asking for a code to sign in',
      async (number: string) =>
        sendCall(loginSmsCode, { mobile: number, scene: 'login', ...(await solved(api)) }),
    ],
    [
      'asking for a code to register',
      async (number: string) =>
        sendCall(loginSmsCode, { mobile: number, scene: 'regist', ...(await solved(api)) }),
    ],
    [
      'asking for a code for a forgotten password',
      async (number: string) =>
        sendCall(loginSmsCode, { mobile: number, scene: 'forgetpwd', ...(await solved(api)) }),
    ],
    [
      'checking the number',
      (number: string) => sendCall(registCheck, { field: 'mobile', value: number }),
    ],
    [
      'checking the identity number',
      (number: string) => sendCall(registCheck, { field: 'id_no', value: form(number).id_no }),
    ],
  ])('by %s: status, headers and text are the same', async (_, attempt) => {
    expect((await attempt(known)).seen).toEqual((await attempt(unknown)).seen);
  });

  test('by the response time of a wrong password', async () => {
    const took: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let index = 0; index < 40; index += 1) {
      if (index % 8 === 0) api.clock.pass(2 * 3_600_000);
      took.known.push((await guess(known)).took);
      took.unknown.push((await guess(unknown)).took);
    }
    expect(Math.abs(separable(took.known, took.unknown) - 0.5)).toBeLessThan(0.23);
  });
});

/** Area under the ROC curve: how often a time of the first list exceeds one of the second; 0.5 =
 * indistinguishable. */
function separable(first: number[], second: number[]): number {
  const wins = first.flatMap((item) =>
    second.map((other): number => (item > other ? 1 : item === other ? 0.5 : 0)),
  );
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}
