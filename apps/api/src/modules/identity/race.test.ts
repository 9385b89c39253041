import { login, registPerson } from '@cme/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { type Neighbour, openNeighbour } from '../../../test/neighbour.ts';
import { idNumber, mobile, password, signedInPerson, smsCode } from '../../../test/people.ts';
import { allowGuess } from './guess.store.ts';
import { keysOf } from './secret.rules.ts';
import { spendCode } from './sms.store.ts';
import { mobileHash } from './user.store.ts';

let house: TestHouse;
let beside: Neighbour;
let n = 40_000;
beforeAll(async () => {
  house = await openHouse({ now: new Date() });
  beside = await openNeighbour(house);
});
afterAll(async () => {
  await beside.close();
  await house.close();
});
beforeEach(() => {
  n += 1;
});

/** The same thing fifty times at once, in turn through each of the two APIs. */
const crowd = <Result>(attempt: (client: Pick<TestHouse, 'sendForMessage'> | Neighbour['client'], at: number) => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: 50 }, (_, at) => attempt(at % 2 ? house : beside.client, at)));

describe('fifty at once over two APIs', () => {
  test('get no more than five guesses at a password from one address', async () => {
    await signedInPerson(house, n);
    const all = await crowd((client, at) => client.sendForMessage(login, { login_kind: 'password', account: mobile(n), password: `Wrong${at}word` }));
    const words = all.map((tried) => (tried.status === 'rejected' ? tried.reason.message : 'in'));
    expect(words.filter((word) => word === '手机号码或密码错误').length).toBeLessThanOrEqual(5);
    expect(words).not.toContain('in');
  });

  test('get no more than five guesses at a code', async () => {
    const code = await smsCode(house, 'login', mobile(n));
    const all = await crowd((client, at) => client.sendForMessage(login, { login_kind: 'sms', account: mobile(n), sms_code: String((Number(code) + at + 1) % 1_000_000).padStart(6, '0') }));
    expect(all.every((tried) => tried.status === 'rejected' && tried.reason.code === 'sms_wrong')).toBe(true);
    await expect(house.send(login, { login_kind: 'sms', account: mobile(n), sms_code: code })).rejects.toMatchObject({ code: 'sms_wrong' });
  });

  test('with one code and one number register one person', async () => {
    const sms_code = await smsCode(house, 'regist', mobile(n));
    const form = { mobile: mobile(n), sms_code, password, real_name: '李新人', area_id: '110105', unit_name: '第一人民医院', series_code: '04', level: 'A', post_type: 'E', agree: 'Y' } as const;
    const all = await crowd((client, at) => client.sendForMessage(registPerson, { ...form, id_no: idNumber(n + at) }));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('are allowed five guesses by the database alone, however many processes ask', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => allowGuess(house.db, house.clock.now(), `account ${n}`, '10.0.0.1')));
    expect(all.filter((allowed) => 'ids' in allowed)).toHaveLength(5);
  });

  test('spend a code once', async () => {
    const code = await smsCode(house, 'login', mobile(n));
    const keys = keysOf(house.house.settings);
    const scene = { site_id: 'main', scene: 'login', mobile_hash: mobileHash(keys, 'main', mobile(n)) };
    const all = await Promise.all(Array.from({ length: 50 }, () => spendCode(house.db, keys, scene, code)));
    expect(all.filter(Boolean)).toHaveLength(1);
  });
});
