import { siteConfig } from '@cme/contract/site';
import { loginFactor, userInfo, wechatState } from '@cme/contract/person';
import { describe, expect, test } from 'vitest';
import { signedInPerson } from '../../../../test/people.ts';
import { nextCode } from '../../../../test/staff.ts';
import {
  failure,
  newBrowser,
  setUpWechat,
  wechatPage,
  type WechatSetting,
} from '../../../../test/wechat.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { readWechatSignIn } from '../../../platform/settings/wechat-settings.ts';
import { insertFactor } from '../factor/factor.store.ts';
import { deriveKeys } from '../secret.rules.ts';
import { setRoles } from '../user.store.ts';
import { wechatBinding, wechatIdentity, wechatState as states } from '../wechat/wechat.tables.ts';

let { cashier, api, wechat, person, nextNumber } = {} as WechatSetting;
setUpWechat(9000, (setting) => ({ cashier, api, wechat, person, nextNumber } = setting));

describe('sign-in by WeChat', () => {
  test('binds once, and then both methods open the account', async () => {
    const browser = newBrowser();
    await wechat.bind(browser, await wechat.fetchBindTicket(browser), person);
    const { data, message } = await wechat.enter(browser, await wechat.scan(browser));
    expect(data.user.user_id).toBe(person.user_id);
    expect((await api.send(userInfo, {}, { token: message })).user_id).toBe(person.user_id);
    const inside = await wechat.enter(browser, await wechat.scan(browser, { way: 'mp' }));
    expect(inside.data.user.user_id).toBe(person.user_id);
    expect(await api.send(wechatState, {}, person)).toEqual({
      bound: 'Y',
      bound_at: formatTime(api.clock.now()),
      ways: ['mp', 'web'],
    });
    const kinds = (await api.db.select().from(wechatIdentity)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['mp', 'union', 'web']);
  });

  test('of a staff account needs its second factor, too', async () => {
    const browser = newBrowser();
    await wechat.bind(browser, await wechat.fetchBindTicket(browser), person);
    await setRoles(api.db, person.user_id, ['learner', 'finance']);
    const confirmed_at = api.clock.now();
    const { secret } = await insertFactor(api.db, deriveKeys(api.context.settings), confirmed_at, {
      user_id: person.user_id,
      confirmed_at,
    });
    const { code, factor_ticket } = await failure(
      wechat.enter(browser, await wechat.scan(browser)),
    );
    expect(code).toBe('factor_needed');
    const second = { factor_ticket, code: nextCode(api, secret) };
    const { data } = await api.sendForMessage(loginFactor, second, browser.as);
    expect(data.user.user_id).toBe(person.user_id);
  });

  test('redirects to WeChat with the documented parameters, and back to this site', async () => {
    const { url } = await wechat.authorize(newBrowser(), { targetUrl: '/cart' });
    const address = new URL(url);
    expect([...address.searchParams.keys()]).toEqual([
      'appid',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ]);
    expect(address.pathname).toBe('/connect/qrconnect');
    expect(address.searchParams.get('redirect_uri')).toBe(
      `${wechatPage}/login/wechat?targetUrl=%2Fcart`,
    );
    expect(url).not.toContain(person.token);
  });

  test('is bound to the requesting browser: another browser’s state is invalid', async () => {
    const [mine, victim] = [newBrowser(), newBrowser()];
    const proof = await wechat.scan(mine);
    expect((await failure(wechat.enter(victim, proof))).code).toBe('wechat_refused');
    expect((await failure(wechat.enter(victim, { ...proof, state: 'a'.repeat(43) }))).code).toBe(
      'wechat_refused',
    );
    expect((await failure(wechat.enter(mine, proof))).code).toBe('wechat_unbound');
  });

  test('accepts a code once, even under ten concurrent requests', async () => {
    const browser = newBrowser();
    await wechat.bind(browser, await wechat.fetchBindTicket(browser), person);
    const proof = await wechat.scan(browser);
    const all = await Promise.all(
      Array.from({ length: 10 }, () => failure(wechat.enter(browser, proof))),
    );
    expect(all.filter(({ code }) => code === 'accepted')).toHaveLength(1);
    const other = await wechat.scan(browser);
    expect((await failure(wechat.enter(browser, { ...other, code: proof.code }))).code).toBe(
      'wechat_refused',
    );
  });

  test('expires after ten minutes', async () => {
    const browser = newBrowser();
    const proof = await wechat.scan(browser);
    api.clock.pass(600_001);
    expect((await failure(wechat.enter(browser, proof))).code).toBe('wechat_refused');
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    'http://hospital.localhost:8080/',
    'javascript:alert(1)',
  ])('does not redirect to %s', async (targetUrl) => {
    expect((await failure(wechat.authorize(newBrowser(), { targetUrl }))).message).toBe(
      '目标地址不属于本站',
    );
  });

  test('is started only on pages of the site', async () => {
    const stranger = newBrowser('http://evil.example');
    stranger.as.host = 'cme.localhost:8080';
    expect((await failure(wechat.authorize(stranger))).message).toBe('请在本站页面使用微信登录');
  });

  test('reports that WeChat is unreachable, and logs nothing of the code', async () => {
    const browser = newBrowser();
    const proof = await wechat.scan(browser);
    await cashier.setMode('garbage');
    expect((await failure(wechat.enter(browser, proof))).code).toBe('gateway_away');
    await cashier.setMode('normal');
    expect(api.logged()).not.toContain(proof.code);
    expect(api.logged()).not.toContain(proof.state);
  });
});

describe('binding', () => {
  test('one identity opens one account, one account has one identity', async () => {
    const [browser, second] = [newBrowser(), newBrowser()];
    await wechat.bind(browser, await wechat.fetchBindTicket(browser), person);
    const copy = { ...newBrowser(), seed: browser.seed };
    const other = await signedInPerson(api, nextNumber());
    const proof = await wechat.startInSettings(copy, other.token);
    expect(await failure(wechat.bindCode(copy, proof, other.token))).toMatchObject({
      code: 'wechat_taken',
      message: '该微信已绑定其他账号',
    });
    expect(
      await failure(wechat.bind(second, await wechat.fetchBindTicket(second), person)),
    ).toMatchObject({
      code: 'wechat_taken',
      message: '该账号已绑定其他微信，请先解绑',
    });
  });

  test('in the settings uses the code alone, and never takes over another account’s identity', async () => {
    const browser = newBrowser();
    const bindIn = async (as = person) => {
      const proof = await wechat.startInSettings(browser, as.token);
      expect(proof.back.searchParams.get('bind')).toBe('Y');
      return failure(wechat.bindCode(browser, proof, as.token));
    };
    expect((await bindIn()).code).toBe('accepted');
    expect((await api.send(wechatState, {}, person)).bound).toBe('Y');
    const other = await signedInPerson(api, nextNumber());
    expect(await bindIn(other)).toMatchObject({ message: '该微信已绑定其他账号' });
    expect((await wechat.enter(browser, await wechat.scan(browser))).data.user.user_id).toBe(
      person.user_id,
    );
  });

  test('to two accounts concurrently succeeds for one of them', async () => {
    const browser = newBrowser();
    const tickets = [await wechat.fetchBindTicket(browser)];
    const other = await signedInPerson(api, nextNumber());
    const second = { ...newBrowser(), seed: browser.seed };
    tickets[1] = await wechat.fetchBindTicket(second);
    const tokens = [await wechat.signIn(browser, person), await wechat.signIn(second, other)];
    const codes = await Promise.all([
      failure(wechat.bindAs(browser, tickets[0]!, tokens[0]!)),
      failure(wechat.bindAs(second, tickets[1]!, tokens[1]!)),
    ]);
    expect(codes.map(({ code }) => code).toSorted()).toEqual(['accepted', 'wechat_taken']);
  });

  test('a ticket is bound to this browser, single-use and valid for ten minutes', async () => {
    const browser = newBrowser();
    const ticket = await wechat.fetchBindTicket(browser);
    const elsewhere = newBrowser();
    const token = await wechat.signIn(browser, person);
    expect((await failure(wechat.bindAs(elsewhere, ticket, token))).code).toBe('wechat_refused');
    expect(
      (await failure(wechat.bindAs(elsewhere, ticket, await wechat.signIn(elsewhere, person))))
        .code,
    ).toBe('wechat_refused');
    await wechat.bindAs(browser, ticket, token);
    expect((await failure(wechat.bindAs(browser, ticket, token))).code).toBe('wechat_refused');
    const late = newBrowser();
    const old = await wechat.fetchBindTicket(late);
    api.clock.pass(600_001);
    expect((await failure(wechat.bind(late, old, person))).code).toBe('wechat_refused');
  });

  test('can be removed: then WeChat no longer opens the account', async () => {
    const browser = newBrowser();
    await wechat.bind(browser, await wechat.fetchBindTicket(browser), person);
    await wechat.unbind(person.token);
    await wechat.unbind(person.token);
    expect((await failure(wechat.enter(browser, await wechat.scan(browser)))).code).toBe(
      'wechat_unbound',
    );
    expect((await api.send(wechatState, {}, person)).bound).toBe('N');
  });

  test('an identity opens a different account on another site', async () => {
    const browser = newBrowser();
    await wechat.bind(browser, await wechat.fetchBindTicket(browser), person);
    const there = newBrowser('http://localhost:8080');
    const { code } = await failure(
      wechat.enter(
        { ...there, seed: browser.seed },
        await wechat.scan({ ...there, seed: browser.seed }),
      ),
    );
    expect(code).toBe('wechat_unbound');
  });
});

describe('the configuration of a site', () => {
  test('without WeChat disables all of its calls', async () => {
    const closed = newBrowser('http://hospital.localhost:8080');
    expect((await failure(wechat.authorize(closed))).message).toBe('本站未开放该登录方式');
    expect((await failure(wechat.enter(closed, { code: 'c', state: 's' }))).message).toBe(
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
    expect((await failure(wechat.authorize(newBrowser()))).message).toBe('本站未开放该登录方式');
    settings.wechatSignIn = before;
    expect((await api.send(siteConfig, {})).login_ways).toContain('wechat');
  });
});

test('no table contains a plain id of WeChat, a state or a ticket', async () => {
  const browser = newBrowser();
  const { state } = await wechat.scan(browser);
  const ticket = await wechat.fetchBindTicket(browser);
  const rows = await Promise.all(
    [wechatIdentity, wechatBinding, states].map((table) => api.db.select().from(table)),
  );
  const text = JSON.stringify(rows);
  for (const secret of [state, ticket, browser.seed]) expect(text).not.toContain(secret);
});
