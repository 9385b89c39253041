import { type Call, wirePath } from '@cme/contract/base';
import { login, logout, sessionRestore, topNoticeCount, userInfo } from '@cme/contract/person';
import { fetchAs } from '@cme/commons/api-client/node';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import {
  idNumber,
  mobile,
  password,
  signedInPerson,
  type TestPerson,
} from '../../../../test/people.ts';
import { user, userSession, userSessionToken } from '../identity.tables.ts';
import { secretHash } from '../secret.rules.ts';

const api = await startApiForFile();
let person: TestPerson;
let n = 8000;
beforeEach(async () => {
  n += 1;
  api.clock.pass(24 * 3_600_000);
  person = await signedInPerson(api, n);
});

const minute = 60_000;
const gone = { statusCode: 401, code: 'need_login', message: '请先登陆' };
const me = (token: string, as = {}) => api.send(userInfo, {}, { token, ...as });

interface Page {
  /** The page's origin; the host of the call is that of the page. */
  origin?: string;
  host?: string;
  named?: string;
  headers?: Record<string, string>;
}

/** A call as sent by a browser, with its response headers. */
async function browse(
  call: Call,
  body: Record<string, string>,
  { origin, host = 'cme.localhost:8080', named = 'cme.localhost', headers = {} }: Page = {},
) {
  const reply = await fetchAs(host)(`${api.url}${wirePath(call.path)}`, {
    method: 'POST',
    body: new URLSearchParams({ ...body, full_domain_name: named }),
    headers: { ...(origin && { origin }), ...headers },
  });
  const envelope = (await reply.json()) as {
    isSuccess: boolean;
    message: string;
    data: Record<string, string>;
  };
  return {
    ...envelope,
    headers: reply.headers,
    cookies: reply.headers.getSetCookie().filter((cookie) => !cookie.startsWith('cme_device=')),
  };
}

const home = 'http://cme.localhost:8080';
const signIn = (page: Page = { origin: home }) =>
  browse(login, { login_kind: 'password', account: mobile(n), password }, page);
const secretIn = (cookies: string[]) =>
  /^cme_session=([\w-]{43});/.exec(
    cookies.find((cooky) => cooky.startsWith('cme_session=')) ?? '',
  )?.[1] ?? '';
const restoring = (secret: string, page: Page = {}) =>
  browse(
    sessionRestore,
    {},
    {
      origin: 'http://player.cme.localhost:8080',
      host: 'player.cme.localhost:8080',
      ...page,
      headers: { cookie: `cme_session=${secret}`, 'x-cme-restore': '1', ...page.headers },
    },
  );

describe('the session cookie of the platform domains', () => {
  test('is set when signing in on a platform domain: HttpOnly, for API paths only, SameSite', async () => {
    const { cookies } = await signIn();
    const attributes = cookies.map((cookie) =>
      cookie
        .replace(/=[\w-]{43};/, '=…;')
        .split('; ')
        .sort()
        .join('; '),
    );
    expect(attributes).toEqual([
      'Domain=cme.localhost; HttpOnly; Max-Age=604800; Path=/qm/api; SameSite=Lax; cme_session=…',
      'Domain=cme.localhost; Max-Age=604800; Path=/; SameSite=Lax; cme_signed=1',
    ]);
  });

  test('is Secure on https', async () => {
    const { cookies } = await signIn({
      origin: 'https://cme.localhost',
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(cookies.every((cookie) => cookie.includes('; Secure'))).toBe(true);
  });

  test.each([
    [
      'a customer domain',
      {
        origin: 'http://hospital.localhost:8080',
        host: 'hospital.localhost:8080',
        named: 'hospital.localhost',
      },
    ],
    ['a stranger that posts a form here', { origin: 'http://evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a program', {}],
  ])('is not set on %s', async (_, page: Page) => {
    if (page.named) await signedInPerson(api, n + 1000, { site_id: 'hospital', mobile: mobile(n) });
    const { isSuccess, cookies } = await signIn(page);
    expect({ isSuccess, cookies }).toEqual({ isSuccess: true, cookies: [] });
  });

  test('differs from the token, and both are stored hashed', async () => {
    const { message: token, cookies } = await signIn();
    const secret = secretIn(cookies);
    expect(secret).not.toBe(token);
    await expect(me(secret)).rejects.toMatchObject(gone);
    expect((await restoring(token)).data.restored).toBe('N');
    const hashes = (
      await api.db.select({ hash: userSessionToken.hash }).from(userSessionToken)
    ).map(({ hash }) => hash);
    expect(hashes).toContain(secretHash(token));
    expect(hashes).not.toContain(token);
    expect(hashes).not.toContain(secret);
  });
});

describe('restoring', () => {
  test('gives each platform origin its own token', async () => {
    const { message: first, cookies } = await signIn();
    const tokens = [first];
    for (const host of ['player.cme.localhost:8080', 'user.cme.localhost:8080']) {
      const { data, message } = await restoring(secretIn(cookies), {
        origin: `http://${host}`,
        host,
        named: host.replace(':8080', ''),
      });
      expect(data.restored).toBe('Y');
      tokens.push(message);
    }
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect(await me(token)).toMatchObject({ user_id: person.user_id });
  });

  const evil = [
    'null',
    'http://evil.example',
    'http://evilcme.localhost:8080',
    'http://cme.localhost.evil:8080',
    'http://x.cme.localhost:8080',
    'http://api.cme.localhost:8080',
    'http://cme.localhost:8081',
    'http://cme.localhost:8080.evil',
    'https://cme.localhost:8443',
    'ftp://cme.localhost:8080',
    'http://cme.localhost:8080@evil.example',
    'http://cme.localhost:8080/',
    'http://player.cme.localhost:8080/x',
    'HTTP://CME.LOCALHOST:8080',
    'http://hospital.localhost:8080',
    'http://localhost:8080',
    'file://',
    'data:text/html,x',
    'chrome-extension://cme.localhost',
    '',
  ];
  test('gives nothing to any other origin', async () => {
    const secret = secretIn((await signIn()).cookies);
    const got: unknown[] = [];
    for (const origin of evil) {
      const { data, message, cookies } = await restoring(secret, { origin });
      if (data.restored !== 'N' || message !== '' || cookies.length > 0)
        got.push({ origin, data, cookies });
    }
    expect(got).toEqual([]);
    expect((await restoring(secret)).data.restored).toBe('Y');
  });

  test.each([
    ['without the header', { headers: { 'x-cme-restore': '' } }],
    ['without the cookie', { headers: { cookie: 'other=1' } }],
    ['with somebody else’s guess', { headers: { cookie: `cme_session=${'A'.repeat(43)}` } }],
    [
      'for a customer domain',
      {
        origin: 'http://hospital.localhost:8080',
        host: 'hospital.localhost:8080',
        named: 'hospital.localhost',
      },
    ],
    [
      'for the test site',
      { origin: 'http://localhost:8080', host: 'localhost:8080', named: 'localhost' },
    ],
  ])('gives nothing %s', async (_, page: Page) => {
    const { cookies } = await signIn();
    const { data, message } = await restoring(secretIn(cookies), page);
    expect({ data, message }).toEqual({ data: { restored: 'N' }, message: '' });
  });

  test('deletes both cookies when the session is over', async () => {
    const { cookies, message: token } = await signIn();
    await api.send(logout, {}, { token });
    const { data, cookies: set } = await restoring(secretIn(cookies));
    expect(data.restored).toBe('N');
    expect(set.map((cookie) => cookie.split('=')[0])).toEqual(['cme_session', 'cme_signed']);
    expect(set.every((cookie) => cookie.includes('Expires=Thu, 01 Jan 1970'))).toBe(true);
  });

  test('in many tabs concurrently gives each a valid token', async () => {
    const { cookies } = await signIn();
    const all = await Promise.all(Array.from({ length: 5 }, () => restoring(secretIn(cookies))));
    for (const { message } of all)
      expect(await me(message)).toMatchObject({ user_id: person.user_id });
  });

  test('keeps a limited number of tokens per origin', async () => {
    const { cookies } = await signIn();
    const tokens: string[] = [];
    for (let index = 0; index < 8; index += 1) {
      api.clock.pass(1000);
      tokens.push((await restoring(secretIn(cookies))).message);
    }
    await expect(me(tokens[0] ?? '')).rejects.toMatchObject(gone);
    expect(await me(tokens[7] ?? '')).toMatchObject({ user_id: person.user_id });
  });
});

describe('signing out', () => {
  test('ends all tokens of the session and its cookie at once, and no other session', async () => {
    const { message: token, cookies } = await signIn();
    const { message: second } = await restoring(secretIn(cookies));
    const out = await browse(logout, {}, { origin: home, headers: { 'x-token': second } });
    expect(out.cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      'cme_session',
      'cme_signed',
    ]);
    for (const dead of [token, second]) await expect(me(dead)).rejects.toMatchObject(gone);
    expect((await restoring(secretIn(cookies))).data.restored).toBe('N');
    expect(await me(person.token)).toMatchObject({ user_id: person.user_id });
  });

  test('makes every later call fail, with fifty in flight', async () => {
    const { token } = person;
    const during = Array.from({ length: 50 }, () => me(token).catch(() => undefined));
    await api.send(logout, {}, { token });
    const after = await Promise.allSettled(Array.from({ length: 50 }, () => me(token)));
    expect(after.filter(({ status }) => status === 'fulfilled')).toHaveLength(0);
    await Promise.all(during);
  });

  test.each([
    ['a domain that nobody serves', { host: 'nobody.localhost:8080', named: 'nobody.localhost' }],
    ['another site', { host: 'hospital.localhost:8080', named: 'hospital.localhost' }],
    ['a site that has ended', { host: 'ended.localhost:8080', named: 'ended.localhost' }],
  ])('with the name of %s ends the session of the token', async (_, page) => {
    const { token } = person;
    expect((await browse(logout, {}, { ...page, headers: { 'x-token': token } })).isSuccess).toBe(
      true,
    );
    await expect(me(token)).rejects.toMatchObject(gone);
  });

  test('without a token on a foreign page changes nothing', async () => {
    const { message: token, cookies } = await signIn();
    const forged = await browse(
      logout,
      {},
      {
        origin: 'http://hospital.localhost:8080',
        headers: { cookie: `cme_session=${secretIn(cookies)}` },
      },
    );
    expect(forged.cookies).toEqual([]);
    expect(await me(token)).toMatchObject({ user_id: person.user_id });
  });

  test('by signing in as another person ends the previous session of this browser', async () => {
    const { message: token, cookies } = await signIn();
    await signIn({ origin: home, headers: { cookie: `cme_session=${secretIn(cookies)}` } });
    await expect(me(token)).rejects.toMatchObject(gone);
  });
});

describe('a session', () => {
  test('is invalid on another site, however that site is named', async () => {
    const theirs = await signedInPerson(api, n + 1000, { site_id: 'hospital' });
    await expect(me(person.token, { host: 'hospital.localhost:8080' })).rejects.toMatchObject(gone);
    await expect(me(theirs.token)).rejects.toMatchObject(gone);
    await expect(
      api.send(topNoticeCount, {}, { token: theirs.token, host: 'localhost:8080' }),
    ).rejects.toMatchObject(gone);
    expect(await me(theirs.token, { host: 'hospital.localhost:8080' })).toMatchObject({
      user_id: theirs.user_id,
    });
    for (const named of ['HOSPITAL.localhost', 'hospital.localhost.', 'hospital.localhost:8080']) {
      expect(
        (
          await browse(
            userInfo,
            {},
            { host: 'hospital.localhost:8080', named, headers: { 'x-token': person.token } },
          )
        ).isSuccess,
      ).toBe(false);
    }
  });

  test('expires after half an hour without use; use extends it', async () => {
    for (let index = 0; index < 4; index += 1) {
      api.clock.pass(29 * minute);
      await me(person.token);
    }
    api.clock.pass(31 * minute);
    await expect(me(person.token)).rejects.toMatchObject(gone);
  });

  test('expires after seven days in any case', async () => {
    const mine = eq(userSession.user_id, person.user_id);
    const [row] = await api.db.select().from(userSession).where(mine);
    expect(row?.last_until).toEqual(new Date(api.clock.now().getTime() + 7 * 24 * 60 * minute));
    await api.db
      .update(userSession)
      .set({ last_until: new Date(api.clock.now().getTime() + 40 * minute) })
      .where(mine);
    api.clock.pass(25 * minute);
    await me(person.token);
    api.clock.pass(15 * minute);
    await expect(me(person.token)).rejects.toMatchObject(gone);
  });

  test('ends with the next call when the account is disabled', async () => {
    await api.db.update(user).set({ status: 'disabled' }).where(eq(user.user_id, person.user_id));
    await expect(me(person.token)).rejects.toMatchObject(gone);
  });

  test('ends the person’s others where the site allows one at a time', async () => {
    await api.db.execute(sql`update site set single_login = 'Y' where site_id = 'main'`);
    const { message: token } = await signIn();
    await api.db.execute(sql`update site set single_login = 'N' where site_id = 'main'`);
    await expect(me(person.token)).rejects.toMatchObject(gone);
    expect(await me(token)).toMatchObject({ user_id: person.user_id });
  });

  test('is recorded with browser and address, visible to the person', async () => {
    await browse(
      login,
      { login_kind: 'password', account: mobile(n), password },
      { origin: home, headers: { 'user-agent': 'Learner/1', 'x-forwarded-for': '10.7.0.1' } },
    );
    const rows = await api.db
      .select()
      .from(userSession)
      .where(eq(userSession.user_id, person.user_id));
    expect(rows.map(({ user_agent, address }) => ({ user_agent, address }))).toContainEqual({
      user_agent: 'Learner/1',
      address: '10.7.0.1',
    });
  });

  test('is rejected for garbage', async () => {
    for (const token of ['x', 'A'.repeat(43), '%00', "' or 1=1 --", 'A'.repeat(128)])
      await expect(me(token)).rejects.toMatchObject(gone);
  });
});

describe('the profile of the signed-in person', () => {
  test('answers GET and POST alike, with masked numbers, and is not cacheable', async () => {
    const reply = await fetchAs('cme.localhost:8080')(
      `${api.url}/qm/api/v5/user_info?timeStamp=1&full_domain_name=cme.localhost`,
      { headers: { 'x-token': person.token } },
    );
    const { data } = (await reply.json()) as { data: unknown };
    expect(data).toEqual(await me(person.token));
    expect(data).toMatchObject({
      mobile: `139****${mobile(n).slice(-4)}`,
      id_no: `110105********${idNumber(n).slice(-4)}`,
    });
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  test.each(['Y', 'N', 'true', 'false', 'TRUE', '1', '0', 'y', 'True', ''])(
    'accepts isUpdate=%s',
    async (isUpdate) => {
      const { isSuccess } = await browse(
        userInfo,
        { isUpdate },
        { headers: { 'x-token': person.token } },
      );
      expect(isSuccess).toBe(true);
    },
  );

  test.each([true, false, 1, 0])('accepts isUpdate: %s as JSON', async (isUpdate) => {
    const reply = await fetchAs('cme.localhost:8080')(`${api.url}${wirePath(userInfo.path)}`, {
      method: 'POST',
      body: JSON.stringify({ isUpdate, full_domain_name: 'cme.localhost' }),
      headers: { 'content-type': 'application/json', 'x-token': person.token },
    });
    expect(await reply.json()).toMatchObject({ isSuccess: true });
  });

  test('requires a session', async () => {
    await expect(me('')).rejects.toMatchObject(gone);
    await expect(api.send(topNoticeCount, {})).rejects.toMatchObject(gone);
  });
});
