import { changeMobile, login, registPerson, stepUpSmsCode } from '@cme/contract/person';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newLearner, signInAgain } from '../../../test/learner.ts';
import {
  idNumber,
  mobile as mobileOfNobody,
  newRegistration,
  password,
  signedInPerson,
  smsCode,
  solved,
} from '../../../test/people.ts';
import { anotherApp, type SecondApi } from '../../../test/second-api.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { certificate } from '../../credits/certificate/certificate.tables.ts';
import { loginLog, user, userDevice } from '../../person/identity/identity.tables.ts';
import { deriveKeys, seal, unseal } from '../../person/identity/secret.rules.ts';
import { unsealIdNumber, insertHashed, unsealMobile } from '../../person/identity/user.store.ts';
import { type NumberKeys, parseNumberKeys } from '../../platform/settings/number-keys.ts';
import { keys } from './keys.ts';

/** Distinct from the numbers of `newLearner`. */
const first = 70_000;
const mobile = (n: number) => mobileOfNobody(first + n);
const secrets = { two: 'second-key-of-numbers-0123456789abcdef', nine: 'x'.repeat(40) };
const numberKeys = (text: string): NumberKeys => parseNumberKeys(text) as NumberKeys;

/** A second API with other keys, as after a restart, next to the first. */
interface Restarted extends TestApi {
  second: SecondApi;
}
let api: TestApi;
let knowing: Restarted;
let writing: Restarted;
let alone: Restarted;

async function restartedWith(text: string): Promise<Restarted> {
  const settings = { ...api.context.settings, numberKeys: numberKeys(text) };
  const context = { ...api.context, settings };
  const second = await anotherApp({ ...api, context });
  const { send, sendForMessage } = second.client;
  return { ...api, context, second, send, sendForMessage };
}

beforeAll(async () => {
  api = await startTestApi();
  knowing = await restartedWith(`1,2:${secrets.two}`);
  writing = await restartedWith(`2:${secrets.two},1`);
  alone = await restartedWith(`2:${secrets.two}`);
});
afterAll(async () => {
  for (const { second } of [knowing, writing, alone]) await second.close();
  await api.close();
});

const run = (name: 'show' | 'reseal', { context }: TestApi) =>
  (keys[name]!.run as (context: TestApi['context'], args: string[]) => Promise<string>)(
    context,
    [],
  );
const byPassword = async (at: TestApi, account: string) =>
  at.send(login, {
    login_kind: 'password',
    account,
    password,
    ...(await solved(at, {}, { mobile: account })),
  });
const registration = (n: number, smsCode: string) =>
  newRegistration(n, smsCode, { mobile: mobile(n) });
const readUser = async (userId: string) =>
  (await api.db.select().from(user).where(eq(user.user_id, userId)))[0]!;
const sealedBy = async () => {
  const { rows } = await api.db.execute<{ id: string; n: number }>(
    sql`select split_part(mobile_sealed, '.', 1) as id, count(*)::int as n from "user" group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ id, n }) => [id, n]));
};

/** An issued certificate with its holder's number. */
async function certified(userId: string, n: number): Promise<string> {
  const cert_no = `T${n}`;
  const sealing = deriveKeys(api.context.settings).personal;
  await api.db.insert(certificate).values({
    cert_no,
    site_id: 'main',
    user_id: userId,
    kind: 'annual',
    source_id: String(n),
    year: 2026,
    title: '年度证书',
    cert_status: 'issued',
    hours: 0,
    credits: 0,
    id_sealed: seal(sealing, idNumber(n), `id_no/${userId}`),
    created_at: api.clock.now(),
  });
  return cert_no;
}

describe('a new key for mobile and identity numbers', () => {
  test('is rotated while people sign in, register and change their numbers, and then used alone', async () => {
    const old = await signedInPerson(api, 1, { mobile: mobile(1) });
    const mover = await signedInPerson(api, 2, { mobile: mobile(2) });
    const cert_no = await certified(old.user_id, 1);
    for (let index = 0; index < 110; index += 1) await newLearner(api);
    await byPassword(api, old.mobile);
    const now = api.clock.now();
    await api.db.insert(userDevice).values({
      account_hash: (await readUser(old.user_id)).mobile_hash,
      device: 'browser',
      created_at: now,
      seen_at: now,
    });
    expect(await sealedBy()).toEqual({ 1: 112 });

    // Processes that know both keys find everybody and keep numbers unique, whichever key they
    // write with.
    for (const at of [knowing, writing]) {
      await byPassword(at, old.mobile);
      await expect(
        at.send(registPerson, registration(1, await smsCode(at, 'regist', mobile(1)))),
      ).rejects.toMatchObject({ code: 'mobile_taken' });
      await expect(
        at.send(registPerson, {
          ...registration(3, await smsCode(at, 'regist', mobile(3))),
          id_no: idNumber(1),
        }),
      ).rejects.toMatchObject({ code: 'id_taken' });
      api.clock.pass(2 * 3_600_000);
    }
    await writing.send(registPerson, registration(4, await smsCode(writing, 'regist', mobile(4))));
    await byPassword(knowing, mobile(4));
    await expect(
      knowing.send(registPerson, registration(4, await smsCode(knowing, 'regist', mobile(4)))),
    ).rejects.toMatchObject({ code: 'mobile_taken' });
    expect(await sealedBy()).toEqual({ 1: 112, 2: 1 });

    // During the rotation: a person has an unused code, others write.
    const token = await signInAgain(api, { ...mover, site_id: 'main' });
    await api.send(stepUpSmsCode, await solved(api), { token });
    await expect(run('reseal', writing)).rejects.toThrow(
      /仍需其他密钥：人员1，证书0，实名申请0，待发短信\d+/,
    );
    expect(await sealedBy()).toEqual({ 1: 1, 2: 112 });
    await expect(
      writing.send(
        changeMobile,
        {
          mobile: old.mobile,
          sms_code: await smsCode(writing, 'change_mobile', old.mobile),
          password,
        },
        { token },
      ),
    ).rejects.toMatchObject({ code: 'mobile_taken' });
    await writing.send(
      changeMobile,
      { mobile: mobile(5), sms_code: await smsCode(writing, 'change_mobile', mobile(5)), password },
      { token },
    );
    api.clock.pass(86_400_000);
    await api.db.execute(
      sql`update pgboss.job set state = 'completed' where name = 'identity-sms'`,
    );

    expect(await run('reseal', writing)).toContain(
      '全部号码只需密钥2，可以从 NUMBER_KEYS 中去掉密钥1',
    );
    expect(await run('reseal', writing)).toContain('人员0，证书0');
    for (const number of [old.mobile, mobile(4), mobile(5)]) await byPassword(alone, number);
    await expect(byPassword(api, old.mobile)).rejects.toMatchObject({
      message: '手机号码或密码错误',
    });
    const [row, sealing] = [await readUser(old.user_id), deriveKeys(alone.context.settings)];
    expect([unsealMobile(sealing, row), unsealIdNumber(sealing, row)]).toEqual([
      mobile(1),
      idNumber(1),
    ]);
    const [held] = await api.db.select().from(certificate).where(eq(certificate.cert_no, cert_no));
    expect(unseal(sealing.personal, held!.id_sealed, `id_no/${old.user_id}`)).toBe(idNumber(1));
    expect(() =>
      unseal(deriveKeys(api.context.settings).personal, held!.id_sealed, `id_no/${old.user_id}`),
    ).toThrow();
    // Data keyed by the number's hash has moved too.
    const log = await api.db.select().from(loginLog).where(eq(loginLog.user_id, old.user_id));
    expect(log.length).toBeGreaterThan(2);
    expect(log.every(({ account_hash }) => account_hash === row.mobile_hash)).toBe(true);
    const known = await api.db
      .select()
      .from(userDevice)
      .where(eq(userDevice.account_hash, row.mobile_hash));
    expect(known.map(({ device }) => device)).toEqual(['browser']);
    expect(await run('show', alone)).toBe('全部号码只需密钥2');
    for (const word of [secrets.two, mobile(1), mobile(5), idNumber(1)])
      expect(api.logged()).not.toContain(word);
  });

  test('covers every encrypted column: each is re-encrypted and counted', async () => {
    const { rows } = await api.db.execute<{ name: string }>(
      sql`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and column_name like '%sealed%'`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual([
      'certificate.id_sealed',
      'identity_request.id_sealed',
      'user.birth_sealed',
      'user.email_sealed',
      'user.id_sealed',
      'user.mobile_sealed',
      'user.practice_sealed',
      'user_factor.secret_sealed',
    ]);
  });

  test('continues after an interruption', async () => {
    const many = Array.from({ length: 130 }, () => newLearner(api));
    await Promise.all(many);
    const last = await readUser((await newLearner(api)).user_id);
    const change = (mobileSealed: string) =>
      api.db
        .update(user)
        .set({ mobile_sealed: mobileSealed })
        .where(eq(user.user_id, last.user_id));
    // A row that no key can decrypt aborts the command, as a kill would.
    await change(last.mobile_sealed.replace(/^1/, '7'));
    await expect(run('reseal', writing)).rejects.toThrow('encrypted with an unknown key');
    expect(await sealedBy()).toMatchObject({ 1: 30, 7: 1 });
    expect(await run('show', writing)).toMatch(/仍需其他密钥：人员31/);
    await change(last.mobile_sealed);
    expect(await run('reseal', writing)).toContain('人员31');
    expect(Object.keys(await sealedBy())).toEqual(['2']);
  });

  test('keeps a number unique, whichever key the processes write with', async () => {
    const person = (n: number) => ({
      site_id: 'main',
      mobile: mobile(n),
      id_no: idNumber(n),
      password_hash: '',
      real_name: '李新人',
      area_id: '110105',
      unit_name: '第一人民医院',
      series_code: '04',
      level: 'A',
      post_type: 'E',
      agree_version: '1',
    });
    for (let n = 300; n < 320; n += 1) {
      const created = await Promise.all(
        [knowing, writing].map(({ context }) =>
          api.db.transaction((tx) =>
            insertHashed(tx, deriveKeys(context.settings), api.clock.now(), person(n)),
          ),
        ),
      );
      expect(created.filter((row) => typeof row === 'string')).toEqual(['mobile_taken']);
    }
  });
});

test.each([
  ['1', ['1']],
  [`2:${secrets.two}, 1`, ['2', '1']],
  [`12:${secrets.nine}`, ['12']],
  ['2', undefined],
  [`1:${secrets.two}`, undefined],
  ['2:short', undefined],
  [`2:${secrets.two},2:${secrets.nine}`, undefined],
  [`2:${secrets.two},`, undefined],
  ['', undefined],
])('the setting %j lists the keys %j', (text, ids) => {
  expect(parseNumberKeys(text)?.map(({ id }) => id)).toEqual(ids);
});
