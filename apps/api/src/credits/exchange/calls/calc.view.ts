import type { DataOf, ParsedBodyOf } from '@cme/contract/base';
import type { exchangeCalc } from '@cme/contract/credits';
import type { Db } from '../../../platform/database/database.ts';
import { ruleFor } from '../../credits/credit-rule.store.ts';
import { kindNames, round } from '../../credits/credits.rules.ts';
import { readYear } from '../../credits/credits.store.ts';
import { evaluate } from '../../credits/year.rules.ts';
import { calculate, capCredits } from '../amount.rules.ts';
import { type Declarer, kindNamed } from '../draft.action.ts';
import { pendingEntries } from '../pending.store.ts';

/** The expected credits of a declaration, and why part of them may not count. */
export async function calculateDeclaration(
  db: Db,
  declarer: Declarer,
  request: ParsedBodyOf<typeof exchangeCalc>,
): Promise<DataOf<typeof exchangeCalc>> {
  const { year, kind_code, declare_no } = request;
  const kind = await kindNamed(db, declarer.site_id, year, kind_code);
  const { hours, credits, formula, isCapped } = calculate(kind, request);
  const rule = await ruleFor(db, declarer.site_id, declarer.user_id, year);
  const limit = rule?.kind_caps.find((cap) => cap.kind === kind.activity_kind)?.max_credits;
  const notes = isCapped ? [`本类每项最多计${kind.max_value}学分，超出部分不计入`] : [];
  if (limit === undefined) return { hours, credits, counted_credits: credits, formula, notes };
  const entries = [
    ...(await readYear(db, declarer.user_id, year)),
    ...(await pendingEntries(db, declarer.user_id, year)).filter(({ id }) => id !== declare_no),
  ];
  const kindSum = evaluate(entries, rule).kinds.find((item) => item.kind === kind.activity_kind);
  const had = round((kindSum?.credits ?? 0) + (kindSum?.pending_credits ?? 0));
  const counted_credits = capCredits(credits, had, limit);
  const name = kindNames[kind.activity_kind] ?? kind.name;
  if (counted_credits < credits)
    notes.push(
      `${name}每年最多计${limit}学分，本年度已获和审核中共${had}学分，本次${round(credits - counted_credits)}学分不计入`,
    );
  return { hours, credits, counted_credits, formula, notes };
}
