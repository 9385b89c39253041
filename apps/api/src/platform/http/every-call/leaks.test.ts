import { type Call, words, wirePath } from '@cme/contract/base';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendRaw, json } from '../../../../test/ask.ts';
import { bodyWith, idFields, toBodySchema } from '../../../../test/id-bearing.ts';
import { signedInPerson } from '../../../../test/people.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { getSites } from '../../sites/site.cache.ts';

/**
 * Details of an internal error: a statement with values, a file path, a URL with a password,
 * personal numbers.
 */
const told = {
  message:
    'insert into "user" (mobile) values (13812345678) failed at /srv/cme/apps/api/src/x.ts:12 of postgres://cme:hunter2@10.1.2.3/cme',
  detail: 'Key (id_no)=(11010519491231002X) already exists.',
  table: 'user_table_name',
  constraint: 'user_constraint_name',
  hint: 'SELECT version()',
};
const leaked =
  /13812345678|11010519491231002X|hunter2|10\.1\.2\.3|\/srv|\.ts\b|insert into|select |postgres|user_table_name|user_constraint_name|stack|\n\s+at |node_modules|TypeError|Error:/i;

/** Valid values, so that a body gets as far as the database. */
const given: Record<string, unknown> = {
  account: '13800000001',
  activity_name: '学术会议',
  agree: 'Y',
  agree_version: '2026-01',
  area_id: '110105',
  captcha_code: 'x',
  email: 'a@b.cn',
  fingerprint: 'x'.repeat(20),
  id_no: '11010519491231002X',
  level: 'A',
  login_kind: 'password',
  mobile: '13800000001',
  old_password: 'Learner2025',
  own_code: '123456',
  password: 'Learner2026',
  post_type: 'E',
  real_name: '张学习',
  series_code: '04',
  sms_code: '123456',
  unit_name: '第一人民医院',
  year: 2026,
};

const api = await startApiForFile({ settings: { siteCacheMs: 3_600_000, listCacheMs: 0 } });
let token: string;
const calls = () =>
  api.app.calls
    .map(({ call }) => call)
    .filter(({ path }) => !path.endsWith('session/watch') && !path.endsWith('logout'));

beforeAll(async () => {
  const person = await signedInPerson(api, 61_001);
  token = person.token;
  const main = (await getSites(api.context)).find(({ is_main }) => is_main);
  const cached = await api.context.findSignedIn(token, main!);
  // The session is resolved without the database, so that each call fails in its own work.
  api.context.findSignedIn = () => Promise.resolve(cached);
});

async function sendCall(call: Call): Promise<{ path: string; status: number; text: string }> {
  const schema = toBodySchema(call);
  const ids = Object.fromEntries(
    idFields(schema).map((field) => [field, '01JXXXXXXXXXXXXXXXXXXXXXXX']),
  );
  const body = { ...(bodyWith(schema, ids, given) as object), full_domain_name: 'cme.localhost' };
  const { status, text } = await sendRaw(api.url + wirePath(call.path), {
    headers: { ...json, 'x-token': token },
    body: JSON.stringify(body),
  });
  return { path: call.path, status, text };
}

/** Checks that every response is an envelope without internals; returns the number of 5xx. */
function judge(answers: { path: string; status: number; text: string }[]): number {
  for (const { path, status, text } of answers) {
    const envelope = JSON.parse(text) as { statusCode?: number; message?: string; data?: object };
    expect(text.match(leaked)?.[0], `${path}: ${text.slice(0, 300)}`).toBeUndefined();
    if (status < 500) continue;
    expect(envelope, path).toMatchObject({ isSuccess: false, statusCode: status });
    expect(Object.keys(envelope.data ?? {}), path).toEqual(['id']);
    expect(envelope.message, path).toMatch(/^系统(出错了|繁忙)，请稍后再试/);
  }
  return answers.filter(({ status }) => status >= 500).length;
}

async function sendAllCalls(): Promise<{ path: string; status: number; text: string }[]> {
  const answers = [];
  for (const call of calls()) answers.push(await sendCall(call));
  return answers;
}

/** Makes every statement fail with `failing` until undone. */
function breakDatabase(failing: () => Error): () => void {
  const db = api.db as unknown as Record<string, unknown>;
  const session = (api.db as unknown as { _: { session: Record<string, unknown> } })._.session;
  const fail = () => {
    throw failing();
  };
  const names = [
    'select',
    'selectDistinct',
    'insert',
    'update',
    'delete',
    'execute',
    'transaction',
  ];
  for (const name of names) db[name] = fail;
  session['prepareQuery'] = fail;
  return () => {
    for (const name of names) delete db[name];
    delete session['prepareQuery'];
  };
}

describe('an internal error', () => {
  test.each([
    [
      'a statement that fails',
      () => Object.assign(new Error(told.message), told, { code: 'XX000' }),
    ],
    ['a unique key', () => Object.assign(new Error(told.message), told, { code: '23505' })],
    ['what is no error', () => told as unknown as Error],
  ])('is not revealed by any call: %s', async (_, failing) => {
    const mend = breakDatabase(failing);
    const answers = await sendAllCalls().finally(mend);
    const broken = judge(answers);
    // Most calls query the database before they refuse such a body.
    expect(broken, `${broken} of ${answers.length} reached it`).toBeGreaterThan(
      answers.length * 0.6,
    );
    expect(api.logged()).not.toMatch(/13812345678|11010519491231002X/);
  });

  test('is found by the id in the response', async () => {
    const mend = breakDatabase(() => new Error(told.message));
    const { text } = await sendCall(
      calls().find(({ path }) => path.endsWith('/user_info'))!,
    ).finally(mend);
    const { data } = JSON.parse(text) as { data: { id: string } };
    expect(api.logged()).toContain(data.id);
  });

  test('of an unavailable database is reported as such by every call', async () => {
    await api.context.jobs.stop();
    await api.closeDatabase();
    const answers = await sendAllCalls();
    expect(judge(answers)).toBeGreaterThan(answers.length * 0.6);
    const refused = answers.filter(({ text }) => text.includes(words.loginFirst));
    expect(refused).toEqual([]);
  });
});
