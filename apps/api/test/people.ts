import { createHash } from 'node:crypto';
import type { BodyOf, DataOf } from '@cme/contract/base';
import {
  captcha,
  type loginSmsCode,
  loginSmsCode as smsCall,
  type registPerson,
} from '@cme/contract/person';
import { sql } from 'drizzle-orm';
import { deriveKeys, unseal } from '../src/person/identity/secret.rules.ts';
import { openSession } from '../src/person/identity/session/session.store.ts';
import { insertPerson, type NewPerson } from '../src/person/identity/user.store.ts';
import type { AskAs, TestApi } from './test-api.ts';

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** A well-formed unassigned identity number, different for each `n`. */
export function idNumber(n: number): string {
  const body = `1101051990${String(1 + (n % 12)).padStart(2, '0')}${String(1 + (n % 28)).padStart(2, '0')}${String(n % 1000).padStart(3, '0')}`;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(body[index]), 0);
  return body + '10X98765432'[sum % 11];
}

/** An unassigned mobile number, different for each `n`. */
export const mobile = (n: number) => `139${String(n).padStart(8, '0')}`;

export const password = 'Learner2026';

/** What the `n`-th new person enters to register with this code. */
export const newRegistration = (
  n: number,
  smsCode: string,
  change: Partial<BodyOf<typeof registPerson>> = {},
): BodyOf<typeof registPerson> => ({
  mobile: mobile(n),
  sms_code: smsCode,
  password,
  real_name: '李新人',
  id_no: idNumber(n),
  area_id: '110105',
  unit_name: '第一人民医院',
  series_code: '04',
  level: 'A',
  post_type: 'E',
  agree: 'Y',
  ...change,
});

export interface TestPerson {
  user_id: string;
  mobile: string;
  token: string;
}

/** A person with a session, created directly in the database. */
export async function signedInPerson(
  { db, context }: TestApi,
  n: number,
  given: Partial<NewPerson> = {},
): Promise<TestPerson> {
  const row = await insertPerson(db, deriveKeys(context.settings), context.now(), {
    site_id: 'main',
    mobile: mobile(n),
    password,
    real_name: '张学习',
    id_no: idNumber(n),
    area_id: '110105',
    unit_name: '第一人民医院',
    series_code: '04',
    level: 'A',
    post_type: 'E',
    agree_version: '2026-01',
    ...given,
  });
  if (typeof row === 'string') throw new Error(row);
  const { token } = await openSession(
    db,
    context.now(),
    { user_id: row.user_id, site_id: row.site_id },
    { origin: '', user_agent: 'test', address: '127.0.0.1' },
  );
  return { user_id: row.user_id, mobile: given.mobile ?? mobile(n), token };
}

/** A solved captcha as sent by a browser. */
export async function solved(
  api: TestApi,
  as?: AskAs,
  name: BodyOf<typeof captcha> = {},
): Promise<{ captcha_id: string; captcha_code: string }> {
  return solve(await api.send(captcha, name, as));
}

export function solve({ captcha_id, challenge }: DataOf<typeof captcha>): {
  captcha_id: string;
  captcha_code: string;
} {
  let number = 0;
  while (
    createHash('sha256')
      .update(challenge.salt + number)
      .digest('hex') !== challenge.challenge
  )
    number += 1;
  const { algorithm, challenge: hash, salt, signature } = challenge;
  return {
    captcha_id,
    captcha_code: Buffer.from(
      JSON.stringify({ algorithm, challenge: hash, number, salt, signature }),
    ).toString('base64'),
  };
}

/** Requests a code and reads it from the delivery queue. */
export async function smsCode(
  api: TestApi,
  scene: BodyOf<typeof loginSmsCode>['scene'],
  to: string,
  as?: AskAs,
): Promise<string> {
  await api.send(
    smsCall,
    { mobile: to, scene, ...(await solved(api, as, { mobile: to, scene })) },
    as,
  );
  return (
    (await texts(api)).filter((text) => text.mobile === to && text.scene === scene).at(-1)?.code ??
    ''
  );
}

/** Queued SMS, oldest first. */
export async function texts({
  db,
  context,
}: TestApi): Promise<{ mobile: string; scene: string; code: string }[]> {
  const { rows } = await db.execute<{ data: { id: string; sealed: string } }>(
    sql`select data from pgboss.job where name = 'identity-sms' order by data ->> 'id'`,
  );
  const keys = deriveKeys(context.settings);
  return rows.map(({ data }) => JSON.parse(unseal(keys.personal, data.sealed, `sms/${data.id}`)));
}
