import { expect, it } from 'vitest';
import { sumAmounts, getInitialChoice } from './refund.rules.ts';

const item = (orderItemId: string, amount: string, blocked = '') => ({
  order_item_id: orderItemId,
  amount,
  blocked,
});

it.each([
  ['a single refundable item', [item('a', '1.00')], ['a']],
  [
    'the only refundable item of several',
    [item('a', '1.00'), item('b', '1.00', '已发学分')],
    ['a'],
  ],
  ['nothing if several are refundable', [item('a', '1.00'), item('b', '1.00')], []],
  ['nothing if none is refundable', [item('a', '1.00', '已发学分')], []],
])('selects %s', (_, items, chosen) => expect(getInitialChoice(items)).toEqual(chosen));

it.each([
  [['a', 'b'], '30.30'],
  [['b'], '20.20'],
  [[], '0.00'],
])('adds %j up to %s yuan', (chosen, sum) =>
  expect(sumAmounts([item('a', '10.10'), item('b', '20.20')], chosen)).toBe(sum),
);
