import type { BodyOf } from '@cme/contract/base';
import { orderCreate, payAuthorize, payCreate, payStatus, paySandbox } from '@cme/contract/payment';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../../test/pay/cashier.ts';
import { type Learner, newLearner, signInAgain } from '../../../../test/learner.ts';
import { paidCourse } from '../../../../test/pay/trade.ts';
import { recognised, visit } from '../../../../test/pay/wechat-browser.ts';
import { trade } from '../trade/pay.tables.ts';
import { refusal } from '../../../../test/refusal.ts';
import { openCashierForFile } from '../../../../test/pay/cashier-for-file.ts';

const cashier = await openCashierForFile({ jobs: true });
let learner: Learner;
let order_code: string;
let requests = 0;
const buy = async (person = learner) => {
  const { id } = await paidCourse(cashier.api, 6800);
  return (
    await cashier.api.send(
      orderCreate,
      { item: { id }, seen_amount: '68.00', request_id: `w${(requests += 1)}` },
      person,
    )
  ).order_code;
};
const pay = (fields: Partial<BodyOf<typeof payCreate>> = {}, person: Learner = learner) =>
  cashier.api.send(payCreate, { order_code, channel: 'wx_jsapi', ...fields }, person);
const trades = () =>
  cashier.api.db
    .select()
    .from(trade)
    .where(and(eq(trade.order_code, order_code), eq(trade.trade_status, 'waiting')));

beforeEach(async () => {
  learner = await newLearner(cashier.api);
  order_code = await buy();
});

describe('paying inside WeChat', () => {
  test('needs only the OAuth redirect, and ends with access to the course', async () => {
    expect(await refusal(pay())).toBe('wechat_needed');
    const { code, state, back } = await recognised(cashier, order_code, learner);
    expect(back.pathname).toBe(`/order/${order_code}/payment`);
    const created = await pay({ code, state });
    expect(created.jsapi).toMatchObject({ appId: cashier.pay.wechat?.appid, signType: 'RSA' });
    // After a reload the page has no code, and needs none.
    expect((await pay()).trade_no).toBe(created.trade_no);
    await cashier.api.send(paySandbox, { trade_no: created.trade_no, act: 'success' }, learner);
    await until(
      () => cashier.api.send(payStatus, { order_code }, learner),
      ({ pay_state }) => pay_state === 'paid',
    );
  });

  test('redirects to WeChat with the documented parameters', async () => {
    const { url } = await cashier.api.send(payAuthorize, { order_code }, learner);
    const address = new URL(url);
    expect(address.origin + address.pathname).toBe(
      'http://pay.cme.localhost:8080/connect/oauth2/authorize',
    );
    expect([...address.searchParams.keys()]).toEqual([
      'appid',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ]);
    expect(address.searchParams.get('scope')).toBe('snsapi_base');
    expect(address.searchParams.get('state')).toMatch(/^[0-9a-zA-Z]{1,128}$/);
    expect(address.hash).toBe('#wechat_redirect');
  });

  test('returns to the payment page of its own site, whatever host is claimed', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://cme.localhost:8080',
      'http://user.cme.localhost:8080',
    ]) {
      const { url } = await cashier.api.send(
        payAuthorize,
        { order_code },
        { ...learner, headers: { origin } },
      );
      expect(new URL(url).searchParams.get('redirect_uri')).toBe(
        `http://cme.localhost:8080/order/${order_code}/payment`,
      );
    }
  });

  test('is not started for another person’s order', async () => {
    const stranger = await newLearner(cashier.api);
    expect(await refusal(cashier.api.send(payAuthorize, { order_code }, stranger))).toBe(
      'not_found',
    );
  });

  test('is rejected with a state of another session or order, modified or expired, without creating a trade', async () => {
    const { code, state } = await recognised(cashier, order_code, learner);
    const other = await buy();
    const elsewhere = {
      ...learner,
      token: await signInAgain(cashier.api, { user_id: learner.user_id, site_id: 'main' }),
    };
    const stranger = await newLearner(cashier.api);
    const theirs = await recognised(cashier, await buy(stranger), stranger);
    expect(await refusal(pay({ code, state }, elsewhere))).toBe('wechat_refused');
    expect(await refusal(pay({ code, state, order_code: other }))).toBe('wechat_refused');
    for (const wrong of [
      undefined,
      '',
      theirs.state,
      state.slice(0, -1),
      `${state.slice(0, -1)}${state.endsWith('0') ? '1' : '0'}`,
      `f${state.slice(1)}`,
    ]) {
      expect(await refusal(pay({ code, ...(wrong !== undefined && { state: wrong }) }))).toBe(
        'wechat_refused',
      );
    }
    expect(await trades()).toEqual([]);
    expect((await pay({ code, state })).jsapi).toBeDefined();
  });

  test('is rejected ten minutes later', async () => {
    const { code, state } = await recognised(cashier, order_code, learner);
    await cashier.pass(600_001);
    expect(await refusal(pay({ code, state }))).toBe('wechat_refused');
  });

  test('is rejected with a used or unknown code', async () => {
    const { code, state } = await recognised(cashier, order_code, learner);
    const first = await pay({ code, state });
    await cashier.api.send(paySandbox, { trade_no: first.trade_no, act: 'failed' }, learner);
    expect(await refusal(pay({ code, state }))).toBe('wechat_refused');
    expect(await refusal(pay({ code: 'f'.repeat(32), state }))).toBe('wechat_refused');
    const again = await recognised(cashier, order_code, learner);
    expect((await pay({ code: again.code, state: again.state })).trade_no).not.toBe(first.trade_no);
  });

  test('reports that WeChat is unreachable, and continues with the same code when it is back', async () => {
    const { code, state } = await recognised(cashier, order_code, learner);
    for (const mode of ['cut', 'garbage', 'error'] as const) {
      await cashier.setMode(mode);
      expect(await refusal(pay({ code, state }))).toBe('gateway_away');
    }
    await cashier.setMode('normal');
    expect((await pay({ code, state })).jsapi).toBeDefined();
  });

  test('leaves no code, openid or secret in logs, tables or replies', async () => {
    const { code, state } = await recognised(cashier, order_code, learner);
    await cashier.setMode('garbage');
    await refusal(pay({ code, state }));
    await cashier.setMode('normal');
    const answer = JSON.stringify(await pay({ code, state }));
    await refusal(pay({ code: 'f'.repeat(32), state, order_code: await buy() }));
    const kept = JSON.stringify(await trades());
    for (const text of [answer, kept, cashier.api.logged()]) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(cashier.pay.wechat?.oauth?.secret);
      expect(text).not.toMatch(/openid\\?"|\bo[\w-]{27}\b/);
    }
  });
});

describe('the embedded WeChat', () => {
  const door = (changes: Record<string, string>) => {
    const query = new URLSearchParams({
      appid: cashier.pay.wechat?.appid ?? '',
      redirect_uri: 'http://cme.localhost:8080/order/1/payment',
      response_type: 'code',
      scope: 'snsapi_base',
      state: 'a1',
      ...changes,
    });
    return `http://pay.cme.localhost/connect/oauth2/authorize?${query.toString()}`;
  };
  const exchange = async (changes: Record<string, string>) => {
    const { base = '', appid = '', oauth } = cashier.pay.wechat ?? {};
    const query = new URLSearchParams({
      appid,
      secret: oauth?.secret ?? '',
      grant_type: 'authorization_code',
      ...changes,
    });
    return (await fetch(`${base}/sns/oauth2/access_token?${query.toString()}`)).json() as Promise<{
      openid?: string;
      errcode?: number;
    }>;
  };
  const gateway = () => cashier.pay.wechat?.base ?? '';

  test.each([
    'https://evil.example/order/1/payment',
    'http://cme.localhost.evil.example/',
    'http://cme.localhost@evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    '',
  ])('does not redirect to %s', async (redirectUri) => {
    await expect(visit(gateway(), door({ redirect_uri: redirectUri }))).rejects.toThrow(
      /400.*redirect_uri/s,
    );
  });

  test('does not redirect for another merchant', async () => {
    await expect(visit(gateway(), door({ appid: 'wx0' }))).rejects.toThrow('400');
  });

  test('exchanges a code once, and only with the secret', async () => {
    const code = (await visit(gateway(), door({}))).searchParams.get('code') ?? '';
    expect(await exchange({ code, secret: 'wrong' })).toMatchObject({ errcode: 40125 });
    expect(await exchange({ code, appid: 'wx0' })).toMatchObject({ errcode: 40013 });
    expect(await exchange({ code: 'none' })).toMatchObject({ errcode: 40029 });
    expect((await exchange({ code })).openid).toMatch(/^o[\w-]{27}$/);
    expect(await exchange({ code })).toMatchObject({ errcode: 40163 });
  });
});
