import { isRecordCall } from '../sites/ended.rules.ts';
import { type Call, wirePath, words } from '@cme/contract/base';
import { areaSelection, siteConfig, siteLogo } from '@cme/contract/site';
import { captcha, logout } from '@cme/contract/person';
import { certificateVerify } from '@cme/contract/credits';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { everyCall } from '@cme/contract/every-call';
import { sendRaw, form } from '../../../test/ask.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { signedInPerson } from '../../../test/people.ts';
import { openSession } from '../../person/identity/session/session.store.ts';

const api = await startApiForFile();
let token: string;
let foreign: string;
let learner: { user_id: string };
let colleague: { user_id: string };
beforeAll(async () => {
  learner = await signedInPerson(api, 1);
  colleague = await signedInPerson(api, 1, { site_id: 'hospital' });
});
beforeEach(async () => {
  token = await signIn('main', learner);
  foreign = await signIn('hospital', colleague);
});

async function signIn(siteId: string, { user_id }: { user_id: string }): Promise<string> {
  return (
    await openSession(
      api.db,
      api.clock.now(),
      { user_id, site_id: siteId },
      { origin: '', user_agent: 'test', address: '127.0.0.1' },
    )
  ).token;
}

interface Outcome {
  status: number;
  isSuccess?: boolean;
  statusCode?: number;
  message?: string;
  code?: string;
}

async function fetchOutcome(call: Call, host: string, given?: string): Promise<Outcome> {
  const headers = { ...form, ...(given ? { 'x-token': given } : {}) };
  const { status, text } = await sendRaw(api.url + wirePath(call.path), {
    headers,
    body: `full_domain_name=${host}`,
  });
  const envelope = JSON.parse(text) as Outcome & { data?: { code?: string } };
  return {
    status,
    isSuccess: envelope.isSuccess,
    statusCode: envelope.statusCode,
    message: envelope.message,
    code: envelope.data?.code,
  };
}

/** Long polling is tested elsewhere. */
const closed = { status: 200, isSuccess: false, statusCode: 460, code: 'site_closed' };
const unknownPerson = {
  status: 401,
  isSuccess: false,
  statusCode: 401,
  code: 'need_login',
  message: words.loginFirst,
};

test('every call of the contract is registered', () => {
  const answered = api.app.calls.map(({ call }) => call.path);
  expect(everyCall.map(({ path }) => path).filter((path) => !answered.includes(path))).toEqual([]);
});

describe.each(everyCall.map((call) => [call.path, call] as const))('%s', (_, call) => {
  test('requires sign-in according to its access', async () => {
    const { code, statusCode } = await fetchOutcome(call, 'cme.localhost');
    if (call.access === 'learner')
      expect(await fetchOutcome(call, 'cme.localhost')).toMatchObject(unknownPerson);
    else expect([code, statusCode]).not.toEqual(['need_login', 401]);
  });

  test("does not accept another site's token", async () => {
    const { code } = await fetchOutcome(call, 'cme.localhost', foreign);
    expect(code === 'need_login').toBe(call.access === 'learner');
    if (call.access === 'learner')
      expect(await fetchOutcome(call, 'hospital.localhost', token)).toMatchObject(unknownPerson);
  });

  test('passes a learner of the site to the handler', async () => {
    expect((await fetchOutcome(call, 'cme.localhost', token)).code).not.toBe('need_login');
  });

  test('refuses guests on a closed site, unless it is public', async () => {
    const reply = await fetchOutcome(call, 'hospital.localhost');
    if (call.access === 'open')
      expect(reply).toMatchObject({ ...closed, message: words.siteClosed });
    else if (call.access === 'learner') expect(reply).toMatchObject(unknownPerson);
    else expect(reply.code).not.toBe('site_closed');
    expect((await fetchOutcome(call, 'hospital.localhost', foreign)).code).not.toBe('site_closed');
  });

  test('reveals only branding to guests on a site that has ended', async () => {
    const reply = await fetchOutcome(call, 'ended.localhost');
    // Its learners still sign in and read their records.
    if (anywhere.has(call.path) || isRecordCall(call)) expect(reply.code).not.toBe('site_closed');
    else expect(reply).toMatchObject(closed);
  });

  test('reveals only branding for an unknown domain', async () => {
    const { code } = await fetchOutcome(call, 'nobody.example', token);
    expect(code === 'site_unknown').toBe(!anywhere.has(call.path));
  });
});

/**
 * Branding, menus, areas and proof-of-work challenges reveal nothing about anybody; ending a
 * session and verifying a certificate must always work.
 */
const anywhere = new Set<string>([
  siteLogo.path,
  siteConfig.path,
  areaSelection.path,
  captcha.path,
  logout.path,
  certificateVerify.path,
]);

describe('no spelling of a path bypasses the policy', () => {
  test.each([
    '/qm/api/V5/user_info',
    '/QM/api/v5/user_info',
    '/qm/api//v5/user_info',
    '/qm/api/v5//user_info',
    '/qm/api/v5/user_info/',
    '/qm/api/v5/./user_info',
    '/qm/api/v5/x/../user_info',
    '/qm/api/v5/user%5finfo',
    '/qm/api/v5/user_info;x=1',
    '/qm/api/v5/user_info%00',
    '/qm/api/v5/%75ser_info',
    '/qm/api/user_info',
    '/qm/api/v5/v5/user_info',
    '/qm/api/v5/user_info%2f',
    '/qm/api/admin/user_info',
    '/qm/api/exam/user_info',
    '/qm/api/v5/user/AreaSelection',
    '/qm/api/admin/site/list',
  ])('%s', async (path) => {
    const { status, text } = await sendRaw(api.url + path, {
      headers: form,
      body: 'full_domain_name=cme.localhost',
    });
    expect([401, 404]).toContain(status);
    expect(JSON.parse(text)).toMatchObject({ isSuccess: false });
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'TRACE', 'PROPFIND'])(
    'nor does the method %s',
    async (method) => {
      const { status } = await sendRaw(
        `${api.url}/qm/api/v5/learn/list?full_domain_name=cme.localhost`,
        { method },
      );
      expect([400, 401, 404, 405]).toContain(status);
    },
  );
});

test("a form posted from another site's page has no effect: a cookie alone does not authenticate", async () => {
  const headers = {
    ...form,
    origin: 'http://hospital.localhost:8080',
    cookie: `cme_session=${token}; user_token=${token}`,
  };
  const { status, text } = await sendRaw(`${api.url}/qm/api/v5/learn/join`, {
    headers,
    body: 'full_domain_name=cme.localhost&id=x',
  });
  expect([status, JSON.parse(text)]).toMatchObject([
    401,
    { isSuccess: false, data: { code: 'need_login' } },
  ]);
});
