import { describe, expect, it } from 'vitest';
import type { GatewayTrade } from './trade.ts';
import { type Fields, findPaymentFailure, findRefundFailure } from './wechat.rules.ts';

const keys = { appid: 'wx1', mchid: '1900' } as Parameters<typeof findPaymentFailure>[0]['keys'];
const context = { keys, isOpenid: (value: unknown) => value === 'o1' };
const payment: Fields = {
  appid: 'wx1',
  mchid: '1900',
  out_trade_no: '20261122000001',
  amount: { total: 1990, currency: 'CNY' },
  description: '手卫生',
  notify_url: 'http://127.0.0.1/notify',
};
const createTrade = (change: Partial<GatewayTrade> = {}) =>
  ({ state: 'waiting', amount_fen: 1990, refunds: [], ...change }) as unknown as GatewayTrade;
const refund = { number: 'R1', amount_fen: 500 } as GatewayTrade['refunds'][number];
const getCode = (reply: { body?: object } | undefined) =>
  (reply?.body as { code: string } | undefined)?.code;

describe('a payment', () => {
  it.each<[string, string, Fields, GatewayTrade | undefined, string | undefined]>([
    ['is opened', 'native', {}, undefined, undefined],
    ['is opened again', 'native', {}, createTrade(), undefined],
    ['after a failed try', 'native', {}, createTrade({ state: 'failed' }), undefined],
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
    ['that is paid', 'native', {}, createTrade({ state: 'paid' }), 'ORDERPAID'],
    ['that is closed', 'native', {}, createTrade({ state: 'closed' }), 'ORDER_CLOSED'],
    ['of another sum', 'native', {}, createTrade({ amount_fen: 1 }), 'OUT_TRADE_NO_USED'],
  ])('%s', (_, kind, change, before, code) => {
    const failed = findPaymentFailure(context, kind, { ...payment, ...change }, before);
    expect(getCode(failed)).toBe(code);
  });
});

describe('a refund', () => {
  const createFields = (refund: unknown, total: unknown = 1990): Fields => ({
    out_refund_no: 'R2',
    amount: { refund: refund, total },
  });

  it.each([
    ['of all', createTrade(), createFields(1990), undefined, undefined],
    ['of a part', createTrade(), createFields(1), undefined, undefined],
    [
      'of what is left',
      createTrade({ refunds: [refund] }),
      createFields(1490),
      undefined,
      undefined,
    ],
    [
      'of more than is left',
      createTrade({ refunds: [refund] }),
      createFields(1491),
      undefined,
      'NOT_ENOUGH',
    ],
    ['of nothing', createTrade(), createFields(0), undefined, 'NOT_ENOUGH'],
    ['of part of a fen', createTrade(), createFields(0.5), undefined, 'NOT_ENOUGH'],
    ['of another total', createTrade(), createFields(1, 1), undefined, 'NOT_ENOUGH'],
    [
      'without a number',
      createTrade(),
      { ...createFields(1), out_refund_no: '' },
      undefined,
      'NOT_ENOUGH',
    ],
    ['that was asked for before', createTrade(), createFields(500), refund, undefined],
    ['asked for with another sum', createTrade(), createFields(501), refund, 'PARAM_ERROR'],
  ])('%s', (_, paid, given, before, code) => {
    expect(getCode(findRefundFailure(paid, given, before))).toBe(code);
  });
});
