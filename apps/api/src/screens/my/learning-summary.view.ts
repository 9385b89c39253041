import type { Db } from '../../platform/database/database.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { readYear } from '../../credits/credits/credits.store.ts';
import { ruleFor } from '../../credits/credits/credit-rule.store.ts';
import { evaluate } from '../../credits/credits/year.rules.ts';
import { readStudyTime } from '../../study/learning/progress/progress.store.ts';
import { countTabs } from '../../study/learning/learning.store.ts';

/** The annual requirement and credited amounts, taken from the evaluation so that caps are
 * consistent everywhere. */
export async function readLearningSummary(
  db: Db,
  siteId: string,
  userId: string,
  required: number | undefined,
  now: Date,
) {
  const today = formatDay(now);
  const year = required ?? Number(today.slice(0, 4));
  const rule = await ruleFor(db, siteId, userId, year);
  const { got } = evaluate(await readYear(db, userId, year), rule);
  const time = await readStudyTime(db, userId, today);
  const { studying, completed } = await countTabs(db, userId, now);
  return {
    year,
    need_hours: rule?.need_hours ?? 0,
    got_hours: got.hours,
    need_credits: rule?.need_credits ?? 0,
    got_credits: got.credits,
    today_seconds: Math.round(time.today),
    total_seconds: Math.round(time.total),
    studying,
    completed,
  };
}
