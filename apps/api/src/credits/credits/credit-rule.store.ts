import type { Db } from '../../platform/database/database.ts';
import {
  type FactField,
  fitsScope,
  namesOf,
  narrowness,
  type Scoped,
} from '../../content/catalogue/scope.rules.ts';
import { findScopedOn } from '../../content/catalogue/scope.store.ts';
import { applyWaiver } from './due.rules.ts';
import { type CreditRule, rulesOf } from './credits.store.ts';
import { type Waiver, waiverOf } from './waiver.store.ts';

/** The most specific rule for a person. */
export function pickRule(rules: readonly CreditRule[], person: Scoped): CreditRule | undefined {
  return rules
    .filter(({ scope }) => fitsScope(scope, person))
    .toSorted((a, b) => narrowness(b.scope, person) - narrowness(a.scope, person))[0];
}

const entered: readonly FactField[] = ['level', 'series_code', 'area_id'];

const isMore = (a: CreditRule, b: CreditRule) =>
  a.need_hours === b.need_hours ? a.need_credits > b.need_credits : a.need_hours > b.need_hours;

/** The rule for a person whose facts are not all verified: what nobody has verified never lowers the
 * requirement. `unproven`: the fields that would. */
export function pickCautiously(
  rules: readonly CreditRule[],
  person: Scoped,
): { rule: CreditRule | undefined; unproven: FactField[] } {
  const unverified = entered.filter((field) => !person.verified.includes(field));
  // All combinations of leaving out unverified fields.
  const candidates = unverified.reduce<FactField[][]>(
    (sets, field) => [...sets, ...sets.map((set) => [...set, field])],
    [[]],
  );
  const first = { rule: pickRule(rules, person), unproven: [] as FactField[] };
  return candidates.reduce((most, unproven) => {
    const blank = Object.fromEntries(unproven.map((field) => [field, '']));
    const rule = pickRule(rules, { ...person, ...blank });
    return rule && (!most.rule || isMore(rule, most.rule)) ? { rule, unproven } : most;
  }, first);
}

export interface PersonalRule extends CreditRule {
  waiver: Waiver | undefined;
}

/** The annual requirement of a person on their site, minus waived parts. The facts of the year's
 * last day decide, so that later changes leave it as it was. */
export async function ruleFor(
  db: Db,
  siteId: string,
  userId: string,
  year: number,
): Promise<PersonalRule | undefined> {
  const person = await findScopedOn(db, userId, `${year}-12-31`);
  if (!person) return undefined;
  const { rule, unproven } = pickCautiously(await rulesOf(db, siteId, year), person);
  if (!rule) return undefined;
  const waiver = await waiverOf(db, userId, year);
  const note =
    unproven.length > 0
      ? `您填报的${namesOf(unproven)}尚未核实，核实之前按本要求计算。${rule.note}`
      : rule.note;
  return { ...applyWaiver({ ...rule, note }, waiver?.percent ?? 0), waiver };
}
