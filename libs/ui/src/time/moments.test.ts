import { expect, it } from 'vitest';
import { momentInWords } from './moments.ts';

it.each([
  [Date.UTC(2026, 10, 24, 4, 49), '11月24日 12:49'],
  [Date.UTC(2026, 11, 31, 16, 5), '1月1日 00:05'],
  [Date.UTC(2026, 1, 3, 1, 0), '2月3日 09:00'],
  ['2026-11-26 00:13:59', '11月26日 00:13'],
  ['2026-01-02 23:05:00', '1月2日 23:05'],
])('%s is formatted as %s in Asia/Shanghai, in any time zone', (moment, words) =>
  expect(momentInWords(moment)).toBe(words),
);

it.each(['', 'soon', Number.NaN])('%s is no date and formats as empty', (moment) =>
  expect(momentInWords(moment)).toBe(''),
);
