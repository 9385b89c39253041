import type { Db } from '../../platform/database/database.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { findByHolder } from '../certificate/certificate.store.ts';
import { countOpenCourses } from '../../study/learning/waiting.store.ts';
import { kindNames } from '../credits/credits.rules.ts';
import { readYear, readLedgerYears } from '../credits/credits.store.ts';
import { pendingEntries } from '../exchange/pending.store.ts';
import { readLastDays } from '../exchange/exchange.store.ts';
import { nextSteps } from './next-steps.rules.ts';
import { type PersonalRule, ruleFor } from '../credits/credit-rule.store.ts';
import { computeDueDays, dueStatus, waiverNames } from '../credits/due.rules.ts';
import { evaluate } from '../credits/year.rules.ts';

const waivedWords = (percent: number) =>
  percent >= 100 ? '免予本年度要求' : `本年度要求减免${percent}%`;

const statusNames = { unmet: '未达标', met_with_pending: '含待审核达标', met: '达标' };
const noRule = {
  name: '',
  need_hours: 0,
  need_public: 0,
  need_pro: 0,
  need_credits: 0,
  note: '本年度的继续教育要求尚未公布',
};

/** A learner's year compared with its rule, and the next steps. */
export async function readCreditsSummary(
  db: Db,
  siteId: string,
  userId: string,
  required: number | undefined,
  now: Date,
) {
  const today = formatDay(now);
  const thisYear = Number(today.slice(0, 4));
  const year = required ?? thisYear;
  const rule = await ruleFor(db, siteId, userId, year);
  const under = await pendingEntries(db, userId, year);
  const evaluation = evaluate([...(await readYear(db, userId, year)), ...under], rule);
  const [window] = await readLastDays(db, siteId, [year]);
  const annual = await findByHolder(db, userId, 'annual', String(year));
  const waiting = await countOpenCourses(db, userId, now);
  const { name, need_hours, need_public, need_pro, need_credits, note } = rule ?? noRule;
  const { year_status, got, pending, capped, public_hours, pro_hours, needs, kinds } = evaluation;
  const isWaived = rule?.waiver?.percent === 100;
  return {
    year,
    years: [
      ...new Set([thisYear, thisYear - 1, year, ...(await readLedgerYears(db, userId))]),
    ].toSorted((a, b) => b - a),
    rule: { name, need_hours, need_public, need_pro, need_credits, note },
    year_status: isWaived ? 'waived' : year_status,
    year_status_name: isWaived ? '已减免' : statusNames[year_status],
    ...(rule
      ? { due: dueView(year, rule, { isMet: year_status === 'met', isWaived, today }) }
      : {}),
    got,
    pending,
    capped,
    public_hours,
    pro_hours,
    needs,
    kinds: kinds.map(({ kind, hours, credits, max_credits, capped_credits }) => ({
      kind,
      name: kindNames[kind] ?? '其他',
      hours,
      credits,
      max_credits,
      capped_credits,
    })),
    next_steps: nextSteps(
      evaluation,
      {
        isRunning: year === thisYear,
        canDeclare: year >= thisYear - 1 && today <= (window?.until ?? ''),
        annual: annual?.cert_status === 'issued' ? annual.cert_no : '',
      },
      waiting,
    ),
  };
}

/** The deadline of the year, and waived parts. */
function dueView(
  year: number,
  rule: PersonalRule,
  at: { isMet: boolean; isWaived: boolean; today: string },
) {
  const due = computeDueDays(year, rule);
  const { waiver } = rule;
  return {
    ...due,
    ...dueStatus(due, at),
    waiver: waiver ? `${waiverNames[waiver.kind]}：${waivedWords(waiver.percent)}` : '',
  };
}
