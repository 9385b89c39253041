import { expect, it } from 'vitest';
import { dayDigits, dayWords, momentWords } from './dates.ts';

it.each([
  ['2026-11-20 08:30:00', '2026年11月20日', '2026-11-20', '2026年11月20日 星期五 08:30'],
  ['2026-01-02 23:59:59', '2026年1月2日', '2026-01-02', '2026年1月2日 星期五 23:59'],
  ['2026-12-31', '2026年12月31日', '2026-12-31', '2026年12月31日 星期四 00:00'],
])(
  '%s from the API is formatted as a date in Chinese, in any time zone',
  (moment, day, digits, words) => {
    expect([dayWords(moment), dayDigits(moment), momentWords(moment)]).toEqual([
      day,
      digits,
      words,
    ]);
  },
);

it.each([
  [Date.UTC(2026, 10, 20, 15, 59), '2026年11月20日 星期五 23:59'],
  [Date.UTC(2026, 10, 20, 16, 0), '2026年11月21日 星期六 00:00'],
])('%d milliseconds are formatted in Asia/Shanghai', (moment, words) =>
  expect(momentWords(moment)).toBe(words),
);

it.each(['', 'soon', '2026-13-45 00:00:00', Number.NaN])(
  '%s is no date and formats as empty',
  (moment) => {
    expect([dayWords(moment), dayDigits(moment), momentWords(moment)]).toEqual(['', '', '']);
  },
);
