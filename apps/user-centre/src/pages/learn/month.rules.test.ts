import { describe, expect, it } from 'vitest';
import { toDay, toMonth, parseMonth, addMonths, formatMonth, listWeeks } from './month.rules.ts';

describe('a month', () => {
  it.each([
    [2026, 2, 4, [0, 0, 0, 0, 0, 0, 1]],
    [2026, 6, 5, [1, 2, 3, 4, 5, 6, 7]],
    [2027, 2, 4, [1, 2, 3, 4, 5, 6, 7]],
    [2026, 11, 6, [0, 0, 0, 0, 0, 0, 1]],
  ])('%i-%i starts on the right weekday', (year, month, count, first) => {
    const weeks = listWeeks({ year, month });
    expect(weeks[0]).toEqual(first);
    expect(weeks.length).toBe(month === 2 && year === 2026 ? 5 : count);
    expect(weeks.flat().filter(Boolean)).toEqual(
      Array.from({ length: new Date(year, month, 0).getDate() }, (_, index) => index + 1),
    );
  });

  it("marks today's date in Asia/Shanghai", () => {
    expect(toDay(Date.parse('2026-11-22T15:59:59Z'))).toBe('2026-11-22');
    expect(toDay(Date.parse('2026-11-22T16:00:00Z'))).toBe('2026-11-23');
  });

  it('crosses the turn of the year', () => {
    expect(addMonths({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 });
    expect(addMonths({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 });
  });

  it('is that of Asia/Shanghai', () => {
    expect(formatMonth(toMonth(Date.parse('2026-10-31T16:00:00Z')))).toBe('2026-11');
  });

  it.each([null, '', '2026-13', '26-01', 'x'])('is not parsed from %s', (text) => {
    expect(parseMonth(text)).toBeUndefined();
  });
});
