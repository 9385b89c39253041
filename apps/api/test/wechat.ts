import { CallError } from '@cme/commons/api-client';
import type { BodyOf } from '@cme/contract/base';
import {
  login,
  wechatAuthorize,
  wechatBind,
  wechatBindCode,
  wechatUnbind,
} from '@cme/contract/person';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { readWechatSignIn } from '../src/platform/settings/wechat-settings.ts';
import { type Cashier, openCashier } from './pay/cashier.ts';
import { password, signedInPerson, type TestPerson } from './people.ts';
import type { TestApi } from './test-api.ts';

export const wechatPage = 'http://cme.localhost:8080';
let n = 9000;

/** A browser with its own cookies, and a WeChat user. */
export function newBrowser(origin = wechatPage) {
  const device = `cme_device=${Buffer.from(`device-${(n += 1)}`.padEnd(32, 'x')).toString('base64url')}`;
  const seed = `seed${n}`.padEnd(12, 'x');
  return { seed, as: { headers: { origin, cookie: device }, host: new URL(origin).host } };
}
type Browser = ReturnType<typeof newBrowser>;
type Way = { way?: 'mp' | 'web' };
export type StepUp = Pick<BodyOf<typeof wechatUnbind>, 'password' | 'own_code'>;
interface Proof {
  code: string;
  state: string;
}

/** The API with the built-in WeChat, opened on the main site and on a second one. */
async function openWechatCashier(): Promise<Cashier> {
  const cashier = await openCashier();
  const { api } = cashier;
  const gateway = { on: true, port: Number(new URL(cashier.pay.wechat!.base).port) };
  api.context.settings.wechatSignIn = readWechatSignIn(
    {},
    { gateway, port: 8080, mainDomain: 'cme.localhost', dataDir: cashier.folder },
  );
  await api.db.execute(
    sql`update site set login_ways = '["password","sms","wechat"]' where site_id in ('main', 'test')`,
  );
  return cashier;
}

export const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ code: 'accepted', bind_ticket: '', factor_ticket: '', message: '' }),
    (error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      const { code = '', message, bind_ticket = '', factor_ticket = '' } = error;
      return { code, message, bind_ticket, factor_ticket };
    },
  );

function wechatCalls({ api }: Cashier) {
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
  const authorize = (browser: Browser, given: Way & { targetUrl?: string } = {}) =>
    api.send(wechatAuthorize, { way: 'web', ...given }, browser.as);
  const enter = (browser: Browser, { code, state }: Proof) =>
    api.sendForMessage(login, { login_kind: 'wechat', code, state }, browser.as);
  const scan = async (browser: Browser, given: Way = {}) =>
    answered(browser, (await authorize(browser, given)).url);
  async function fetchBindTicket(browser: Browser) {
    const { code, bind_ticket } = await failure(enter(browser, await scan(browser)));
    expect(code).toBe('wechat_unbound');
    return bind_ticket;
  }
  /** Signs in with the password in this browser, and returns the new token. */
  const signIn = async (browser: Browser, who: TestPerson) =>
    (
      await api.sendForMessage(
        login,
        { login_kind: 'password', account: who.mobile, password },
        browser.as,
      )
    ).message;
  const bindAs = (browser: Browser, bindTicket: string, token: string) =>
    api.send(wechatBind, { bind_ticket: bindTicket }, { ...browser.as, token });
  /** Binds in the session of a fresh sign-in, which becomes the person's. */
  async function bind(browser: Browser, bindTicket: string, who: TestPerson) {
    who.token = await signIn(browser, who);
    return bindAs(browser, bindTicket, who.token);
  }
  /** Starts to bind in the settings and returns WeChat's answer. */
  async function startInSettings(browser: Browser, token: string, proof: StepUp = { password }) {
    const body = { way: 'web' as const, targetUrl: '/cart', bind: 'Y' as const, ...proof };
    const { url } = await api.send(wechatAuthorize, body, { ...browser.as, token });
    return answered(browser, url);
  }
  const bindCode = (browser: Browser, { code, state }: Proof, token: string) =>
    api.send(wechatBindCode, { code, state }, { ...browser.as, token });
  const unbind = (token: string, proof: StepUp = { password }) =>
    api.send(wechatUnbind, proof, { token });
  return {
    answered,
    authorize,
    enter,
    scan,
    fetchBindTicket,
    signIn,
    bindAs,
    bind,
    startInSettings,
    bindCode,
    unbind,
  };
}

export interface WechatSetting {
  cashier: Cashier;
  api: TestApi;
  wechat: ReturnType<typeof wechatCalls>;
  /** A signed-in person without WeChat, another one for each test. */
  person: TestPerson;
  browser: Browser;
  nextNumber(): number;
}

/** Opens the API with WeChat for the tests of a file. Before each test `restMs` pass, so that no limit
 * is left from the one before, and `set` gets its setting. */
export function setUpWechat(
  firstNumber: number,
  set: (setting: WechatSetting) => void,
  restMs = 3_600_000,
): void {
  let number = firstNumber;
  const nextNumber = () => (number += 1);
  let cashier: Cashier;
  let wechat: WechatSetting['wechat'];
  beforeAll(async () => {
    cashier = await openWechatCashier();
    wechat = wechatCalls(cashier);
  });
  afterAll(() => cashier.close());
  beforeEach(async () => {
    await cashier.pass(restMs);
    const { api } = cashier;
    const person = await signedInPerson(api, nextNumber());
    set({ cashier, api, wechat, person, browser: newBrowser(), nextNumber });
  });
}
