import type { Db } from '../../database.ts';
import { wireDay, yearStart } from '../../wire-time.ts';
import { readFacts } from '../catalogue/catalogue.store.ts';
import { readStudyTime } from '../player/progress.store.ts';
import { completedBetween, countTabs, readCreditRule } from './learning.store.ts';

/** What the year asks and what the learner has of it. */
export async function summaryOf(db: Db, siteId: string, userId: string, wanted: number | undefined, now: Date) {
  const today = wireDay(now);
  const year = wanted ?? Number(today.slice(0, 4));
  const rule = await readCreditRule(db, siteId, year);
  const done = await completedBetween(db, userId, yearStart(year), yearStart(year + 1));
  const facts = await readFacts(db, done);
  const got = (of: 'hours' | 'credits') => round(done.reduce((sum, id) => sum + (facts.get(id)?.[of] ?? 0), 0));
  const time = await readStudyTime(db, userId, today);
  const { studying, completed } = await countTabs(db, userId, now);
  return {
    year, need_hours: rule?.need_hours ?? 0, got_hours: got('hours'), need_credits: rule?.need_credits ?? 0, got_credits: got('credits'),
    today_seconds: Math.round(time.today), total_seconds: Math.round(time.total), studying, completed,
  };
}

const round = (value: number) => Math.round(value * 100) / 100;
