import type { DataOf } from '@cme/contract/base';
import type { learnReport } from '@cme/contract/study';
import type { Db } from '../../platform/database/database.ts';
import { formatDay, yearStart } from '../../platform/http/format-time.ts';
import { readYear, readLedgerYears } from '../credits/credits.store.ts';
import { completedBetween } from '../../study/learning/learning.store.ts';
import { readStudyDays, yearsStudied } from '../../study/learning/progress/progress.store.ts';

const toMonth = (at: Date) => Number(formatDay(at).slice(5, 7));
const padTwo = (value: number) => String(value).padStart(2, '0');

/** A person's year by month, or a month by day: credited study from daily totals, hours and credits
 * from the ledger. Reads only the person's rows of that year. */
export async function readStudyReport(
  db: Db,
  userId: string,
  request: { year?: number | undefined; month?: number | undefined },
  now: Date,
): Promise<DataOf<typeof learnReport>> {
  const thisYear = Number(formatDay(now).slice(0, 4));
  const year = request.year ?? thisYear;
  const [days, granted, done, ledger, studied] = [
    await readDays(db, userId, year),
    await grantedByMonth(db, userId, year),
    await completedBetween(db, userId, yearStart(year), yearStart(year + 1)),
    await readLedgerYears(db, userId),
    await yearsStudied(db, userId),
  ];
  const months = Array.from({ length: 12 }, (_, index) => {
    const month = index + 1;
    const inMonth = days.filter(({ day }) => day.slice(5, 7) === padTwo(month));
    return {
      month,
      seconds: sum(inMonth),
      hours: granted.get(month)?.hours ?? 0,
      credits: granted.get(month)?.credits ?? 0,
      completed: done.filter(({ completed_at }) => completed_at && toMonth(completed_at) === month)
        .length,
    };
  });
  return {
    year,
    years: [...new Set([thisYear, ...ledger, ...studied])].toSorted((a, b) => b - a),
    total_seconds: sum(days),
    days_studied: days.length,
    completed: done.length,
    months,
    days: request.month
      ? days.filter(({ day }) => day.slice(5, 7) === padTwo(request.month ?? 0))
      : [],
  };
}

const sum = (rows: readonly { seconds: number }[]) =>
  rows.reduce((total, { seconds }) => total + seconds, 0);

async function readDays(db: Db, userId: string, year: number) {
  const rows = await readStudyDays(db, userId, `${year}-01-01`, `${year + 1}-01-01`);
  return rows.map(({ day, counted_ms }) => ({ day, seconds: Math.round(counted_ms / 1000) }));
}

/** By month of the grant; grants in another year are counted in the first or last month, so that
 * the months add up to the year. */
async function grantedByMonth(db: Db, userId: string, year: number) {
  const rows = (await readYear(db, userId, year)).filter(({ status }) => status !== 'pending');
  const months = new Map<number, { hours: number; credits: number }>();
  for (const { hours, credits, granted_at, created_at } of rows) {
    const at = granted_at ?? created_at;
    const ofYear = Number(formatDay(at).slice(0, 4));
    const month = ofYear < year ? 1 : ofYear > year ? 12 : toMonth(at);
    const before = months.get(month) ?? { hours: 0, credits: 0 };
    months.set(month, {
      hours: round(before.hours + hours),
      credits: round(before.credits + credits),
    });
  }
  return months;
}

const round = (value: number) => Math.round(value * 100) / 100;
