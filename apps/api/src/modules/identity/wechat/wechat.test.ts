import { CallFailed } from '@cme/commons/api-client';
import {
  login,
  loginFactor,
  siteConfig,
  userInfo,
  wechatAuthorize,
  wechatBind,
  wechatBindCode,
  wechatState,
  wechatUnbind,
} from '@cme/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Cashier, openCashier } from '../../../../test/pay/cashier.ts';
import { signedInPerson, type TestPerson } from '../../../../test/people.ts';
import { nextCode } from '../../../../test/staff.ts';
import type { TestApi } from '../../../../test/test-api.ts';
import { readWechatSignIn } from '../../../settings/wechat-settings.ts';
import { insertFactor } from '../factor/factor.store.ts';
import { keysOf } from '../secret.rules.ts';
import { setRoles } from '../user.store.ts';
import { wechatBinding, wechatIdentity, wechatState as states } from './wechat.tables.ts';

let cashier: Cashier;
let api: TestApi;
let person: TestPerson;
let n = 9000;
const page = 'http://cme.localhost:8080';

/** A browser with its own cookies, and a WeChat user. */
function newBrowser(origin = page) {
  const device = `cme_device=${Buffer.from(`device-${(n += 1)}`.padEnd(32, 'x')).toString('base64url')}`;
  const seed = `seed${n}`.padEnd(12, 'x');
  return { seed, as: { headers: { origin, cookie: device }, host: new URL(origin).host } };
}
type Browser = ReturnType<typeof newBrowser>;

const way = 'web' as const;
const authorize = (browser: Browser, given: { way?: 'mp' | 'web'; targetUrl?: string } = {}) =>
  api.send(wechatAuthorize, { way, ...given }, browser.as);

/** The redirect of WeChat's page after consent. */
async function answered(browser: Browser, url: string) {
  const door = new URL(url);
  door.searchParams.set('answer', 'yes');
  const at = `${api.context.settings.wechatSignIn.web?.sns}${door.pathname}${door.search}`;
  const reply = await fetch(at, {
    redirect: 'manual',
    headers: { cookie: `wechat_person=${browser.seed}` },
  });
  const back = new URL(reply.headers.get('location') ?? 'http://none/');
  const [code = '', state = ''] = ['code', 'state'].map(
    (name) => back.searchParams.get(name) ?? '',
  );
  return { back, code, state };
}
const enter = (browser: Browser, proof: { code: string; state: string }) =>
  api.sendForMessage(login, { login_kind: 'wechat', ...proof }, browser.as);
const scan = async (browser: Browser, given: { way?: 'mp' | 'web' } = {}) =>
  answered(browser, (await authorize(browser, given)).url);
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ code: 'accepted', bind_ticket: '', factor_ticket: '', message: '' }),
    (error: unknown) => {
      if (!(error instanceof CallFailed)) throw error;
      const { code = '', message, bind_ticket = '', factor_ticket = '' } = error;
      return { code, message, bind_ticket, factor_ticket };
    },
  );
async function ticketOf(browser: Browser) {
  const { code, bind_ticket } = await failure(enter(browser, await scan(browser)));
  expect(code).toBe('wechat_unbound');
  return bind_ticket;
}
const bind = (browser: Browser, bind_ticket: string, who = person) =>
  api.send(wechatBind, { bind_ticket }, { ...browser.as, token: who.token });

beforeAll(async () => {
  cashier = await openCashier();
  api = cashier.api;
  const gateway = { on: true, port: Number(new URL(cashier.pay.wechat!.base).port) };
  api.context.settings.wechatSignIn = readWechatSignIn(
    {},
    { gateway, port: 8080, mainDomain: 'cme.localhost', dataDir: cashier.folder },
  );
  await api.db.execute(
    sql`update site set login_ways = '["password","sms","wechat"]' where site_id in ('main', 'test')`,
  );
});
afterAll(() => cashier.close());
beforeEach(async () => {
  await cashier.pass(3_600_000);
  person = await signedInPerson(api, (n += 1));
});

describe('sign-in by WeChat', () => {
  test('binds once, and then both methods open the account', async () => {
    const browser = newBrowser();
    await bind(browser, await ticketOf(browser));
    const { data, message } = await enter(browser, await scan(browser));
    expect(data.user.user_id).toBe(person.user_id);
    expect((await api.send(userInfo, {}, { token: message })).user_id).toBe(person.user_id);
    const inside = await enter(browser, await scan(browser, { way: 'mp' }));
    expect(inside.data.user.user_id).toBe(person.user_id);
    expect(await api.send(wechatState, {}, person)).toEqual({ bound: 'Y', ways: ['mp', 'web'] });
    const kinds = (await api.db.select().from(wechatIdentity)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['mp', 'union', 'web']);
  });

  test('of a staff account needs its second factor, too', async () => {
    const browser = newBrowser();
    await bind(browser, await ticketOf(browser));
    await setRoles(api.db, person.user_id, ['learner', 'finance']);
    const confirmed_at = api.clock.now();
    const { secret } = await insertFactor(api.db, keysOf(api.context.settings), confirmed_at, {
      user_id: person.user_id,
      confirmed_at,
    });
    const { code, factor_ticket } = await failure(enter(browser, await scan(browser)));
    expect(code).toBe('factor_needed');
    const second = { factor_ticket, code: nextCode(api, secret) };
    const { data } = await api.sendForMessage(loginFactor, second, browser.as);
    expect(data.user.user_id).toBe(person.user_id);
  });

  test('redirects to WeChat with the documented parameters, and back to this site', async () => {
    const { url } = await authorize(newBrowser(), { targetUrl: '/cart' });
    const address = new URL(url);
    expect([...address.searchParams.keys()]).toEqual([
      'appid',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ]);
    expect(address.pathname).toBe('/connect/qrconnect');
    expect(address.searchParams.get('redirect_uri')).toBe(`${page}/login/wechat?targetUrl=%2Fcart`);
    expect(url).not.toContain(person.token);
  });

  test('is bound to the requesting browser: another browser’s state is invalid', async () => {
    const [mine, victim] = [newBrowser(), newBrowser()];
    const proof = await scan(mine);
    expect((await failure(enter(victim, proof))).code).toBe('wechat_refused');
    expect((await failure(enter(victim, { ...proof, state: 'a'.repeat(43) }))).code).toBe(
      'wechat_refused',
    );
    expect((await failure(enter(mine, proof))).code).toBe('wechat_unbound');
  });

  test('accepts a code once, even under ten concurrent requests', async () => {
    const browser = newBrowser();
    await bind(browser, await ticketOf(browser));
    const proof = await scan(browser);
    const all = await Promise.all(Array.from({ length: 10 }, () => failure(enter(browser, proof))));
    expect(all.filter(({ code }) => code === 'accepted')).toHaveLength(1);
    const other = await scan(browser);
    expect((await failure(enter(browser, { ...other, code: proof.code }))).code).toBe(
      'wechat_refused',
    );
  });

  test('expires after ten minutes', async () => {
    const browser = newBrowser();
    const proof = await scan(browser);
    api.clock.pass(600_001);
    expect((await failure(enter(browser, proof))).code).toBe('wechat_refused');
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    'http://hospital.localhost:8080/',
    'javascript:alert(1)',
  ])('does not redirect to %s', async (targetUrl) => {
    expect((await failure(authorize(newBrowser(), { targetUrl }))).message).toBe(
      '目标地址不属于本站',
    );
  });

  test('is started only on pages of the site', async () => {
    const stranger = newBrowser('http://evil.example');
    stranger.as.host = 'cme.localhost:8080';
    expect((await failure(authorize(stranger))).message).toBe('请在本站页面使用微信登录');
  });

  test('reports that WeChat is unreachable, and logs nothing of the code', async () => {
    const browser = newBrowser();
    const proof = await scan(browser);
    await cashier.setMode('garbage');
    expect((await failure(enter(browser, proof))).code).toBe('gateway_away');
    await cashier.setMode('normal');
    expect(api.logged()).not.toContain(proof.code);
    expect(api.logged()).not.toContain(proof.state);
  });
});

describe('binding', () => {
  test('one identity opens one account, one account has one identity', async () => {
    const [browser, second] = [newBrowser(), newBrowser()];
    const [first, again] = [await ticketOf(browser), await ticketOf(browser)];
    await bind(browser, first);
    const other = await signedInPerson(api, (n += 1));
    expect(await failure(bind(browser, again, other))).toMatchObject({
      code: 'wechat_taken',
      message: '该微信已绑定其他账号',
    });
    expect(await failure(bind(second, await ticketOf(second)))).toMatchObject({
      code: 'wechat_taken',
      message: '该账号已绑定其他微信，请先解绑',
    });
  });

  test('in the settings uses the code alone, and never takes over another account’s identity', async () => {
    const browser = newBrowser();
    const bindCode = async (as = person, from = browser) => {
      const { url } = await api.send(
        wechatAuthorize,
        { way, targetUrl: '/cart', bind: 'Y' },
        from.as,
      );
      const { back, code, state } = await answered(from, url);
      expect(back.searchParams.get('bind')).toBe('Y');
      return failure(api.send(wechatBindCode, { code, state }, { ...from.as, token: as.token }));
    };
    expect((await bindCode()).code).toBe('accepted');
    expect((await api.send(wechatState, {}, person)).bound).toBe('Y');
    const other = await signedInPerson(api, (n += 1));
    expect(await bindCode(other)).toMatchObject({ message: '该微信已绑定其他账号' });
    expect((await enter(browser, await scan(browser))).data.user.user_id).toBe(person.user_id);
    const { code, state } = await scan(browser);
    const elsewhere = { ...newBrowser().as, token: person.token };
    expect((await failure(api.send(wechatBindCode, { code, state }, elsewhere))).code).toBe(
      'wechat_refused',
    );
  });

  test('to two accounts concurrently succeeds for one of them', async () => {
    const browser = newBrowser();
    const tickets = [await ticketOf(browser), await ticketOf(browser)];
    const other = await signedInPerson(api, (n += 1));
    const codes = await Promise.all([
      failure(bind(browser, tickets[0]!)),
      failure(bind(browser, tickets[1]!, other)),
    ]);
    expect(codes.map(({ code }) => code).toSorted()).toEqual(['accepted', 'wechat_taken']);
  });

  test('a ticket is bound to this browser, single-use and valid for ten minutes', async () => {
    const browser = newBrowser();
    const ticket = await ticketOf(browser);
    expect((await failure(bind(newBrowser(), ticket))).code).toBe('wechat_refused');
    await bind(browser, ticket);
    expect((await failure(bind(browser, ticket))).code).toBe('wechat_refused');
    const late = newBrowser();
    const old = await ticketOf(late);
    api.clock.pass(600_001);
    expect((await failure(bind(late, old))).code).toBe('wechat_refused');
  });

  test('can be removed: then WeChat no longer opens the account', async () => {
    const browser = newBrowser();
    await bind(browser, await ticketOf(browser));
    await api.send(wechatUnbind, {}, person);
    await api.send(wechatUnbind, {}, person);
    expect((await failure(enter(browser, await scan(browser)))).code).toBe('wechat_unbound');
    expect((await api.send(wechatState, {}, person)).bound).toBe('N');
  });

  test('an identity opens a different account on another site', async () => {
    const browser = newBrowser();
    await bind(browser, await ticketOf(browser));
    const there = newBrowser('http://localhost:8080');
    const { code } = await failure(
      enter({ ...there, seed: browser.seed }, await scan({ ...there, seed: browser.seed })),
    );
    expect(code).toBe('wechat_unbound');
  });
});

describe('the configuration of a site', () => {
  test('without WeChat disables all of its calls', async () => {
    const closed = newBrowser('http://hospital.localhost:8080');
    expect((await failure(authorize(closed))).message).toBe('本站未开放该登录方式');
    expect((await failure(enter(closed, { code: 'c', state: 's' }))).message).toBe(
      '本站未开放该登录方式',
    );
    expect((await api.send(siteConfig, {}, { host: 'hospital.localhost' })).wechat_ways).toEqual(
      [],
    );
  });

  test('does not list it if the installation has no app', async () => {
    const { settings } = api.context;
    const before = settings.wechatSignIn;
    settings.wechatSignIn = readWechatSignIn(
      {},
      { gateway: { on: false, port: 0 }, port: 443, mainDomain: 'x.example', dataDir: '' },
    );
    const config = await api.send(siteConfig, {});
    expect([config.login_ways, config.wechat_ways]).toEqual([['password', 'sms'], []]);
    expect((await failure(authorize(newBrowser()))).message).toBe('本站未开放该登录方式');
    settings.wechatSignIn = before;
    expect((await api.send(siteConfig, {})).login_ways).toContain('wechat');
  });
});

test('no table contains a plain id of WeChat, a state or a ticket', async () => {
  const browser = newBrowser();
  const { state } = await scan(browser);
  const ticket = await ticketOf(browser);
  const rows = await Promise.all(
    [wechatIdentity, wechatBinding, states].map((table) => api.db.select().from(table)),
  );
  const text = JSON.stringify(rows);
  for (const secret of [state, ticket, browser.seed]) expect(text).not.toContain(secret);
});
