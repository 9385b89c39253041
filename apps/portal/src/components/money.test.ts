import { expect, it } from 'vitest';
import { parseFen, sumYuan, formatYuan } from './money.ts';

it.each([
  ['12.00', 1200],
  ['0.1', 10],
  ['0.07', 7],
  ['299', 29_900],
  ['', 0],
])('%s yuan are %i fen', (yuan, fen) => expect(parseFen(yuan)).toBe(fen));

it('adds amounts without floating-point errors', () => {
  expect(sumYuan(['0.10', '0.20'])).toBe('0.30');
  expect(sumYuan(['199.99', '0.01', '12.5'])).toBe('212.50');
  expect(sumYuan([])).toBe('0.00');
  expect(formatYuan('98.00')).toBe('¥98.00');
});
