import { expect, it } from 'vitest';
import { momentInWords } from './moments.ts';

it.each([
  [Date.UTC(2026, 10, 24, 4, 49), '11月24日 12:49'],
  [Date.UTC(2026, 11, 31, 16, 5), '1月1日 00:05'],
  [Date.UTC(2026, 1, 3, 1, 0), '2月3日 09:00'],
])('%d milliseconds are formatted as %s in Asia/Shanghai, in any time zone', (at, words) =>
  expect(momentInWords(at)).toBe(words),
);
