import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BodyOf, type Call, wirePath } from '@cme/contract/base';
import {
  forgetpwdReset,
  forgetpwdVerify,
  login,
  loginSmsCode,
  logout,
  registCheck,
  registPerson,
  sessionWatch,
  userInfo,
} from '@cme/contract/person';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { idNumber, mobile, smsCode, solved, newRegistration } from '../../../test/people.ts';
import { hashPassword, verifyPassword } from './password.rules.ts';
import { deriveKeys, seal, unseal } from './secret.rules.ts';
import { findByMobile, unsealIdNumber, unsealMobile } from './user.store.ts';

let api: TestApi;
const answers: string[] = [];
const secrets: string[] = [];
const canary = {
  mobile: mobile(77_123_456),
  id_no: idNumber(777),
  passport: 'SE20267788',
  born: '1987-06-05',
  first: 'Canary7First',
  second: 'Canary8Second',
  wrong: 'Canary9Wrong',
};
const dataDir = mkdtempSync(join(tmpdir(), 'cme-privacy-'));

/** Records the raw reply of a call, successful or not. */
async function keep<C extends Call>(
  call: C,
  body: BodyOf<C>,
  token = '',
): Promise<{ message: string; data: Record<string, string> }> {
  const fields = Object.entries({
    ...(body as Record<string, string>),
    full_domain_name: 'cme.localhost',
  });
  const reply = await fetch(`${api.url}${wirePath(call.path)}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-token': token },
  });
  const text = await reply.text();
  answers.push(text);
  return JSON.parse(text);
}

/** A person with another kind of document, with valid and invalid input. */
async function registerByPassport(): Promise<void> {
  const to = mobile(77_123_457);
  await keep(registCheck, { field: 'id_no', value: canary.passport, id_type: 'PP' });
  const form = {
    mobile: to,
    sms_code: await smsCode(api, 'regist', to),
    password: canary.first,
    real_name: 'Canary Bird',
    id_type: 'PP',
    id_no: canary.passport,
    gender: 'F',
    birth_date: canary.born,
    area_id: '110105',
    unit_name: '第一人民医院',
    series_code: '04',
    level: 'A',
    post_type: 'E',
    agree: 'Y',
  } as const;
  await keep(registPerson, { ...form, gender: '' });
  await keep(registPerson, { ...form, sms_code: '000000' });
  await keep(registPerson, form);
  await keep(registPerson, form);
}

/** All operations of an account, with valid and invalid input. */
async function live(): Promise<void> {
  const { mobile: number, id_no, first, second, wrong } = canary;
  await keep(registCheck, { field: 'id_no', value: id_no });
  const regist = await smsCode(api, 'regist', number);
  const form = newRegistration(0, regist, {
    mobile: number,
    password: first,
    real_name: '金丝雀',
    id_no,
  });
  await keep(registPerson, { ...form, sms_code: '000000' });
  const { message: token } = await keep(registPerson, form);
  await keep(registPerson, form);
  await keep(userInfo, {}, token);
  await registerByPassport();
  await keep(sessionWatch, {}, token);
  await keep(login, { login_kind: 'password', account: number, password: wrong });
  const { message: again } = await keep(login, {
    login_kind: 'password',
    account: number,
    password: first,
  });
  const code = await smsCode(api, 'login', number);
  const { message: third } = await keep(login, {
    login_kind: 'sms',
    account: number,
    sms_code: code,
  });
  const forgot = await smsCode(api, 'forgetpwd', number);
  const { data } = await keep(forgetpwdVerify, { mobile: number, sms_code: forgot });
  await keep(forgetpwdReset, { reset_token: data.reset_token ?? '', password: second });
  const { message: last } = await keep(login, {
    login_kind: 'password',
    account: number,
    password: second,
  });
  await keep(loginSmsCode, { mobile: number, scene: 'login', ...(await solved(api)) });
  await api.db.execute(sql`alter table "user" rename to user_away`);
  await keep(userInfo, {}, last);
  await keep(login, { login_kind: 'password', account: number, password: second });
  await api.db.execute(sql`alter table user_away rename to "user"`);
  await keep(logout, {}, last);
  secrets.push(token, again, third, last, data.reset_token ?? '', regist, code, forgot);
}

async function dump(): Promise<string> {
  const { rows: tables } = await api.db.execute<{ name: string }>(
    sql`select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await api.db.execute<{ row: string }>(
      sql.raw(`select t::text as row from ${name} t`),
    );
    parts.push(...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}

/** A text in every encoding in which it might be stored. */
function dresses(text: string): string[] {
  const bytes = Buffer.from(text);
  const wide = Buffer.from(text, 'utf16le');
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return [
    text,
    encodeURIComponent(text),
    bytes.toString('hex'),
    wide.toString('hex'),
    wide.toString('base64').slice(0, -4),
    ...inBase64,
  ];
}

const found = (where: string, texts: string[]) =>
  texts.filter((text) =>
    dresses(text).some((dress) => where.toLowerCase().includes(dress.toLowerCase())),
  );

beforeAll(async () => {
  api = await startTestApi({ jobs: true, settings: { dataDir } });
  await live();
});
afterAll(async () => {
  await api.close();
  rmSync(dataDir, { recursive: true });
});

const numbers = () => [canary.mobile, canary.id_no, canary.passport];
const passwords = () => [canary.first, canary.second, canary.wrong];

describe('after the complete life cycle of an account', () => {
  test('the search finds a number in any format', () => {
    for (const dress of dresses(canary.id_no))
      expect(found(`x${dress}y`, numbers())).toEqual([canary.id_no]);
    expect(found('nothing', numbers())).toEqual([]);
  });

  test('no table contains a mobile or identity number, a password, a token or a code in plain text', async () => {
    const text = await dump();
    expect(text).toContain('金丝雀');
    expect(text).toContain('Canary Bird');
    expect(
      found(text, [
        canary.born,
        ...numbers(),
        ...passwords(),
        ...secrets.filter((secret) => secret.length > 6),
      ]),
    ).toEqual([]);
    expect(
      secrets.filter(
        (secret) =>
          secret.length === 6 && new RegExp(`(?<![0-9a-z.])${secret}(?![0-9a-z])`, 'i').test(text),
      ),
    ).toEqual([]);
  });

  test('no log line contains one, even of calls that failed internally', () => {
    const text = api.logged();
    expect(text).toContain('"route":"/qm/api/v5/login","status":500');
    expect(
      found(text, [...numbers(), ...passwords(), ...secrets.filter((secret) => secret.length > 6)]),
    ).toEqual([]);
    expect(text).not.toContain('params:');
  });

  test('no reply contains an unmasked number', () => {
    const text = answers.join('\n');
    expect(text).toContain('110105********');
    expect(found(text, [...numbers(), ...passwords()])).toEqual([]);
  });

  test('no file except the SMS outbox contains one', () => {
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(
      (file) => file.isFile() && file.name !== 'sms.jsonl',
    );
    expect(
      files.filter(
        (file) =>
          found(readFileSync(join(file.parentPath, file.name), 'latin1'), numbers()).length > 0,
      ),
    ).toEqual([]);
  });

  test('the numbers can be decrypted with the key, each value with its own nonce', async () => {
    const keys = deriveKeys(api.context.settings);
    const row = await findByMobile(api.db, keys, 'main', canary.mobile);
    if (!row) throw new Error('no such person');
    expect([unsealMobile(keys, row), unsealIdNumber(keys, row)]).toEqual([
      canary.mobile,
      canary.id_no,
    ]);
    expect(() => unsealIdNumber(keys, { ...row, user_id: 'another' })).toThrow();
    expect(() =>
      unsealIdNumber(
        deriveKeys({
          ...api.context.settings,
          secret: Buffer.from('another secret, thirty-two characters'),
        }),
        row,
      ),
    ).toThrow();
  });

  test('a password is stored as argon2id with 19 MiB and two passes and a random salt', async () => {
    const { rows } = await api.db.execute<{ password_hash: string }>(
      sql`select password_hash from "user"`,
    );
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const [one, two] = [await hashPassword('Same1Word'), await hashPassword('Same1Word')];
    expect(one).not.toBe(two);
    expect([
      await verifyPassword(one, 'Same1Word'),
      await verifyPassword(one, 'Other1Word'),
      await verifyPassword(undefined, 'Same1Word'),
    ]).toEqual([true, false, false]);
  });
});

test('an encrypted value differs each time and can be decrypted only in its place', () => {
  const key = deriveKeys({
    secret: Buffer.from('a secret of tests, thirty-two characters'),
    numberKeys: [{ id: '1' }],
  }).personal;
  const sealed = Array.from({ length: 1000 }, () => seal(key, '13800000001', 'mobile/u1'));
  expect(new Set(sealed.map((item) => item.slice(2, 18))).size).toBe(1000);
  expect(unseal(key, sealed[0] ?? '', 'mobile/u1')).toBe('13800000001');
  expect(() => unseal(key, sealed[0] ?? '', 'mobile/u2')).toThrow();
  expect(() => unseal(key, `${sealed[0]?.slice(0, -2)}AA`, 'mobile/u1')).toThrow();
});
