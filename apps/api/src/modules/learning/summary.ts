import type { Db } from '../../database.ts';
import { wireDay } from '../../wire-time.ts';
import { round } from '../credits/credits.rules.ts';
import { grantedIn } from '../credits/credits.store.ts';
import { ruleFor } from '../credits/rule.ts';
import { readStudyTime } from '../player/progress.store.ts';
import { countTabs } from './learning.store.ts';

/** What the year asks and what the learner has of it. */
export async function summaryOf(db: Db, siteId: string, userId: string, wanted: number | undefined, now: Date) {
  const today = wireDay(now);
  const year = wanted ?? Number(today.slice(0, 4));
  const rule = await ruleFor(db, siteId, userId, year);
  const got = await grantedIn(db, userId, year);
  const time = await readStudyTime(db, userId, today);
  const { studying, completed } = await countTabs(db, userId, now);
  return {
    year, need_hours: rule?.need_hours ?? 0, got_hours: round(got.hours), need_credits: rule?.need_credits ?? 0, got_credits: round(got.credits),
    today_seconds: Math.round(time.today), total_seconds: Math.round(time.total), studying, completed,
  };
}
