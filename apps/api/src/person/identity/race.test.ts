import { login, registPerson, userInfo } from '@cme/contract/person';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import type { Db } from '../../platform/database/database.ts';
import { type SecondApi, startSecondApi } from '../../../test/second-api.ts';
import {
  idNumber,
  mobile,
  password,
  signedInPerson,
  smsCode,
  newRegistration,
} from '../../../test/people.ts';
import { allowGuess } from './limits/guess.store.ts';
import { deriveKeys } from './secret.rules.ts';
import { spendCode } from './sms/sms.store.ts';
import { hashPassword } from './password.rules.ts';
import { endSessions } from './session/session.store.ts';
import { mobileHash } from './number.rules.ts';
import { setPassword } from './user.store.ts';

let api: TestApi;
let beside: SecondApi;
let n = 40_000;
beforeAll(async () => {
  api = await startTestApi({ now: new Date() });
  beside = await startSecondApi(api);
});
afterAll(async () => {
  await beside.close();
  await api.close();
});
beforeEach(() => {
  n += 1;
});

const stranger = { network: '10.0.0.1', device: '', part: '10.0.0.1', isKnown: false };

/** Runs the same operation fifty times concurrently, alternating between the two APIs. */
const crowd = <Result>(
  attempt: (
    client: Pick<TestApi, 'sendForMessage'> | SecondApi['client'],
    index: number,
  ) => Promise<Result>,
) =>
  Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => attempt(index % 2 ? api : beside.client, index)),
  );

describe('fifty concurrent requests over two APIs', () => {
  test('get at most five attempts at a password from one address', async () => {
    await signedInPerson(api, n);
    const total = await crowd((client, index) =>
      client.sendForMessage(login, {
        login_kind: 'password',
        account: mobile(n),
        password: `Wrong${index}word`,
      }),
    );
    const words = total.map((tried) => (tried.status === 'rejected' ? tried.reason.message : 'in'));
    expect(words.filter((word) => word === '手机号码或密码错误').length).toBeLessThanOrEqual(5);
    expect(words).not.toContain('in');
  });

  test('get at most five attempts at a code', async () => {
    const code = await smsCode(api, 'login', mobile(n));
    const total = await crowd((client, index) =>
      client.sendForMessage(login, {
        login_kind: 'sms',
        account: mobile(n),
        sms_code: String((Number(code) + index + 1) % 1_000_000).padStart(6, '0'),
      }),
    );
    expect(
      total.every((tried) => tried.status === 'rejected' && tried.reason.code === 'sms_wrong'),
    ).toBe(true);
    await expect(
      api.send(login, { login_kind: 'sms', account: mobile(n), sms_code: code }),
    ).rejects.toMatchObject({ code: 'sms_wrong' });
  });

  test('with one code and one number register one person', async () => {
    const sms_code = await smsCode(api, 'regist', mobile(n));
    const form = newRegistration(n, sms_code);
    // Any of them may win: none of these numbers belongs to a person of another test.
    const total = await crowd((client, index) =>
      client.sendForMessage(registPerson, { ...form, id_no: idNumber(n + 100 + index) }),
    );
    expect(total.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('are limited to five attempts by the database, however many processes run', async () => {
    const all = await Promise.all(
      Array.from({ length: 50 }, () =>
        allowGuess(api.db, api.clock.now(), `account ${n}`, stranger, async () => undefined),
      ),
    );
    expect(all.filter((allowed) => 'ids' in allowed)).toHaveLength(5);
  });

  test('use a code once', async () => {
    const code = await smsCode(api, 'login', mobile(n));
    const keys = deriveKeys(api.context.settings);
    const scene = {
      site_id: 'main',
      scene: 'login',
      mobile_hash: mobileHash(keys, 'main', mobile(n)),
    };
    const all = await Promise.all(
      Array.from({ length: 50 }, () => spendCode(api.db, keys, scene, code)),
    );
    expect(all.filter(Boolean)).toHaveLength(1);
  });
});

describe('a sign-in that runs while the password is replaced', () => {
  /** Waits until a transaction is blocked by a row lock. */
  async function untilSomebodyWaits(tx: Db): Promise<void> {
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    do await tx.execute(sql`select pg_stat_clear_snapshot()`);
    while ((await tx.execute(waiting)).rows.length === 0);
  }

  test('does not succeed with the old password', async () => {
    const { user_id } = await signedInPerson(api, n);
    const password_hash = await hashPassword('Fresh2Start');
    let signingIn: Promise<unknown> = Promise.resolve();
    await api.db.transaction(async (tx) => {
      await setPassword(tx, user_id, password_hash);
      await endSessions(tx, api.clock.now(), user_id, 'password_reset');
      signingIn = api
        .sendForMessage(login, { login_kind: 'password', account: mobile(n), password })
        .catch((error: unknown) => error);
      await untilSomebodyWaits(tx);
    });
    expect(await signingIn).toMatchObject({ statusCode: 400, message: '手机号码或密码错误' });
    const alive = await api.db.execute(
      sql`select 1 from user_session where user_id = ${user_id} and ended_at is null`,
    );
    expect(alive.rows).toHaveLength(0);
  });

  test('does not succeed for an account that is being disabled', async () => {
    const { user_id } = await signedInPerson(api, n);
    let signingIn: Promise<unknown> = Promise.resolve();
    await api.db.transaction(async (tx) => {
      await tx.execute(sql`update "user" set status = 'disabled' where user_id = ${user_id}`);
      await endSessions(tx, api.clock.now(), user_id, 'disabled');
      signingIn = api
        .sendForMessage(login, { login_kind: 'password', account: mobile(n), password })
        .catch((error: unknown) => error);
      await untilSomebodyWaits(tx);
    });
    expect(await signingIn).toMatchObject({ message: '该账号已停用，请联系客服' });
    const alive = await api.db.execute(
      sql`select 1 from user_session where user_id = ${user_id} and ended_at is null`,
    );
    expect(alive.rows).toHaveLength(0);
  });

  test('that has just succeeded ends with the old password', async () => {
    const { user_id } = await signedInPerson(api, n);
    const { message: token } = await api.sendForMessage(login, {
      login_kind: 'password',
      account: mobile(n),
      password,
    });
    await api.db.transaction(async (tx) => {
      await setPassword(tx, user_id, await hashPassword('Fresh2Start'));
      await endSessions(tx, api.clock.now(), user_id, 'password_reset');
    });
    await expect(api.send(userInfo, {}, { token })).rejects.toMatchObject({ statusCode: 401 });
  });
});
