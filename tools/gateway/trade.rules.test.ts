import { describe, expect, it } from 'vitest';
import type { GatewayTrade } from './trade.ts';
import { isExpired, getOutcome, sumRefunds } from './trade.rules.ts';

const createTrade = (change: Partial<GatewayTrade> = {}): GatewayTrade => ({
  gateway: 'wechat',
  number: '20261122000001',
  token: 'T',
  channel: 'native',
  amount_fen: 1990,
  subject: '手卫生',
  notify_url: 'http://127.0.0.1/notify',
  return_url: '',
  expire_at: 1000,
  state: 'waiting',
  gateway_no: '',
  paid_at: 0,
  late: false,
  refunds: [],
  ...change,
});

describe('a button of the payment page', () => {
  it.each([
    ['waiting', 'success', 'paid', [1]],
    ['waiting', 'failed', 'failed', []],
    ['waiting', 'late', 'waiting', []],
    ['waiting', 'twice', 'paid', [2, 1]],
    ['failed', 'success', 'paid', [1]],
    ['failed', 'failed', 'failed', []],
    ['failed', 'late', 'failed', []],
    ['failed', 'twice', 'paid', [2, 1]],
    ['closed', 'late', 'paid', [1]],
    ['paid', 'twice', 'paid', [2, 1]],
  ] as const)('%s, %s: %s with notices %j', (state, act, becomes, notices) => {
    expect(getOutcome(state, act)).toMatchObject({ becomes, notices });
  });

  it.each([
    ['closed', 'success'],
    ['closed', 'failed'],
    ['closed', 'twice'],
    ['paid', 'success'],
    ['paid', 'failed'],
    ['paid', 'late'],
  ] as const)('%s, %s makes no sense', (state, act) => {
    expect(getOutcome(state, act)).toBeUndefined();
  });

  it('schedules a late payment only for an open trade', () => {
    expect(getOutcome('waiting', 'late')?.late).toBe(true);
    expect(getOutcome('closed', 'late')?.late).toBeUndefined();
  });
});

describe('an expired trade', () => {
  it.each([
    ['waiting', 1001, true],
    ['failed', 1001, true],
    ['waiting', 1000, false],
    ['paid', 1001, false],
    ['closed', 1001, false],
  ] as const)('%s at %i: closes %s', (state, now, expected) => {
    expect(isExpired(createTrade({ state }), now)).toBe(expected);
  });
});

it('refunds add up, whether processing or done', () => {
  const refund = { number: 'R1', refund_id: '', amount_fen: 500, at: 0, notify_url: '' };
  const refunds = [
    { ...refund, state: 'success' as const },
    { ...refund, number: 'R2', amount_fen: 7, state: 'processing' as const },
  ];
  expect(sumRefunds(createTrade({ refunds }))).toBe(507);
});
