import { describe, expect, it } from 'vitest';
import type { GatewayTrade } from './trade.ts';
import { type Fields, paymentFailure, refundFailure } from './wechat.rules.ts';

const keys = { appid: 'wx1', mchid: '1900' } as Parameters<typeof paymentFailure>[0]['keys'];
const context = { keys, isOpenid: (value: unknown) => value === 'o1' };
const payment: Fields = {
  appid: 'wx1',
  mchid: '1900',
  out_trade_no: '20261122000001',
  amount: { total: 1990, currency: 'CNY' },
  description: '手卫生',
  notify_url: 'http://127.0.0.1/notify',
};
const trade = (change: Partial<GatewayTrade> = {}) =>
  ({ state: 'waiting', amount_fen: 1990, refunds: [], ...change }) as unknown as GatewayTrade;
const refund = { number: 'R1', amount_fen: 500 } as GatewayTrade['refunds'][number];
const codeOf = (reply: { body?: object } | undefined) =>
  (reply?.body as { code: string } | undefined)?.code;

describe('a payment', () => {
  it.each<[string, string, Fields, GatewayTrade | undefined, string | undefined]>([
    ['is opened', 'native', {}, undefined, undefined],
    ['is opened again', 'native', {}, trade(), undefined],
    ['after a failed try', 'native', {}, trade({ state: 'failed' }), undefined],
    ['of another merchant', 'native', { mchid: '1' }, undefined, 'APPID_MCHID_NOT_MATCH'],
    ['of another app', 'native', { appid: 'wx2' }, undefined, 'APPID_MCHID_NOT_MATCH'],
    ['with a short number', 'native', { out_trade_no: '1' }, undefined, 'PARAM_ERROR'],
    ['of nothing', 'native', { amount: { total: 0, currency: 'CNY' } }, undefined, 'PARAM_ERROR'],
    [
      'of part of a fen',
      'h5',
      { amount: { total: 1.5, currency: 'CNY' } },
      undefined,
      'PARAM_ERROR',
    ],
    ['in dollars', 'h5', { amount: { total: 1990, currency: 'USD' } }, undefined, 'PARAM_ERROR'],
    ['without an amount', 'h5', { amount: undefined }, undefined, 'PARAM_ERROR'],
    ['without a subject', 'h5', { description: '' }, undefined, 'PARAM_ERROR'],
    ['without a notice', 'h5', { notify_url: undefined }, undefined, 'PARAM_ERROR'],
    ['by nobody', 'jsapi', {}, undefined, 'INVALID_REQUEST'],
    ['by a person of WeChat', 'jsapi', { payer: { openid: 'o1' } }, undefined, undefined],
    ['that is paid', 'native', {}, trade({ state: 'paid' }), 'ORDERPAID'],
    ['that is closed', 'native', {}, trade({ state: 'closed' }), 'ORDER_CLOSED'],
    ['of another sum', 'native', {}, trade({ amount_fen: 1 }), 'OUT_TRADE_NO_USED'],
  ])('%s', (_, kind, change, before, code) => {
    const failed = paymentFailure(context, kind, { ...payment, ...change }, before);
    expect(codeOf(failed)).toBe(code);
  });
});

describe('a refund', () => {
  const fields = (sum: unknown, total: unknown = 1990): Fields => ({
    out_refund_no: 'R2',
    amount: { refund: sum, total },
  });

  it.each([
    ['of all', trade(), fields(1990), undefined, undefined],
    ['of a part', trade(), fields(1), undefined, undefined],
    ['of what is left', trade({ refunds: [refund] }), fields(1490), undefined, undefined],
    ['of more than is left', trade({ refunds: [refund] }), fields(1491), undefined, 'NOT_ENOUGH'],
    ['of nothing', trade(), fields(0), undefined, 'NOT_ENOUGH'],
    ['of part of a fen', trade(), fields(0.5), undefined, 'NOT_ENOUGH'],
    ['of another total', trade(), fields(1, 1), undefined, 'NOT_ENOUGH'],
    ['without a number', trade(), { ...fields(1), out_refund_no: '' }, undefined, 'NOT_ENOUGH'],
    ['that was asked for before', trade(), fields(500), refund, undefined],
    ['asked for with another sum', trade(), fields(501), refund, 'PARAM_ERROR'],
  ])('%s', (_, paid, given, before, code) => {
    expect(codeOf(refundFailure(paid, given, before))).toBe(code);
  });
});
