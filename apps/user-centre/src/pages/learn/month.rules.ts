/** A month, in the URL and the API as `2026-11`. */
export interface Month {
  year: number;
  month: number;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

export const formatMonth = ({ year, month }: Month): string => `${year}-${twoDigits(month)}`;

export function parseMonth(text: string | null): Month | undefined {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? [];
  return year && month ? { year: Number(year), month: Number(month) } : undefined;
}

const toShanghaiDate = (milliseconds: number): Date => new Date(milliseconds + 8 * 3_600_000);

/** The current month in Asia/Shanghai, in any time zone of the device. */
export function toMonth(milliseconds: number): Month {
  const shanghaiDate = toShanghaiDate(milliseconds);
  return { year: shanghaiDate.getUTCFullYear(), month: shanghaiDate.getUTCMonth() + 1 };
}

/** Today's date in Asia/Shanghai: `2026-11-23`. */
export const toDay = (milliseconds: number): string =>
  toShanghaiDate(milliseconds).toISOString().slice(0, 10);

export function addMonths({ year, month }: Month, count: number): Month {
  const all = year * 12 + month - 1 + count;
  return { year: Math.floor(all / 12), month: (all % 12) + 1 };
}

/** The weeks of a month, starting on Monday: day numbers, or 0 for days of other months. */
export function listWeeks({ year, month }: Month): number[][] {
  const daysBefore = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Array.from({ length: Math.ceil((daysBefore + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, index) => {
      const day = week * 7 + index - daysBefore + 1;
      return day >= 1 && day <= days ? day : 0;
    }),
  );
}
