import type { DueItem } from '@cme/contract/study';
import type { Db } from '../../platform/database/database.ts';
import { formatDay, formatTime } from '../../platform/http/format-time.ts';
import { ruleFor } from '../../credits/credits/credit-rule.store.ts';
import { readYear } from '../../credits/credits/credits.store.ts';
import { computeDueDays } from '../../credits/credits/due.rules.ts';
import { evaluate } from '../../credits/credits/year.rules.ts';
import { readLastDays } from '../../credits/exchange/exchange.store.ts';
import { type Due, readDue } from './due.store.ts';

/** Default period. */
const dueDays = 60;
const day = 86_400_000;

/** A person's deadlines in the next weeks, or in a month. */
export async function readCalendar(
  db: Db,
  person: { user_id: string; site_id: string },
  month: string | undefined,
  now: Date,
): Promise<DueItem[]> {
  const span = month
    ? monthSpan(month)
    : { from: now, to: new Date(now.getTime() + dueDays * day) };
  const due = [
    ...(await readDue(db, person, span)),
    ...(await declareEnds(db, person, span)),
    ...(await yearEnds(db, person, span)),
  ];
  return due
    .toSorted((a, b) => a.at_ms - b.at_ms)
    .map(({ at_ms, ...item }) => ({ ...item, at: formatTime(new Date(at_ms)) }));
}

/** Start of a month and of the next, in Shanghai time. */
export function monthSpan(month: string): { from: Date; to: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  // The first second belongs to the month.
  const begin = (of: string) => new Date(Date.parse(`${of}-01T00:00:00+08:00`) - 1);
  return { from: begin(month), to: begin(next) };
}

/** Last days of unmet years, and of their grace periods. */
async function yearEnds(
  db: Db,
  { site_id, user_id }: { site_id: string; user_id: string },
  { from, to }: { from: Date; to: Date },
): Promise<Due[]> {
  const last = Number(formatDay(to).slice(0, 4));
  const ends: Due[] = [];
  for (const year of [last - 1, last]) {
    const rule = await ruleFor(db, site_id, user_id, year);
    if (!rule) continue;
    const { due_on, grace_until } = computeDueDays(year, rule);
    const days = [
      [due_on, `${year}年度学时学分要求截止`],
      ...(grace_until > due_on ? [[grace_until, `${year}年度学时学分要求宽限期结束`]] : []),
    ] as const;
    const due = days.flatMap(([on, title]) => {
      const at_ms = Date.parse(`${on}T23:59:59+08:00`);
      return at_ms > from.getTime() && at_ms <= to.getTime() ? [{ at_ms, title }] : [];
    });
    if (due.length === 0) continue;
    const { year_status, needs } = evaluate(await readYear(db, user_id, year), rule);
    if (needs.length === 0 || year_status === 'met') continue;
    const link = { place: '', link_type: 'credits', link_id: '' };
    ends.push(...due.map((item) => ({ kind: 'year' as const, ...item, ...link })));
  }
  return ends;
}

/** Last days for declarations. */
async function declareEnds(
  db: Db,
  { site_id }: { site_id: string },
  { from, to }: { from: Date; to: Date },
): Promise<Due[]> {
  const last = Number(formatDay(to).slice(0, 4));
  const windows = await readLastDays(db, site_id, [last - 1, last]);
  return windows.flatMap(({ year, until }) => {
    const at_ms = Date.parse(`${until}T23:59:59+08:00`);
    const isDue = at_ms > from.getTime() && at_ms <= to.getTime();
    const title = `${year}年度学分兑换申报截止`;
    const link = { link_type: 'changecredits', link_id: '' };
    return isDue ? [{ kind: 'declare' as const, title, at_ms, place: '', ...link }] : [];
  });
}
