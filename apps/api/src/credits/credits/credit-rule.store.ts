import type { Db } from '../../platform/database/database.ts';
import { formatScopeFields } from '../../content/catalogue/scope.rules.ts';
import { findScopedOn } from '../../content/catalogue/scope.store.ts';
import { applyWaiver } from './due.rules.ts';
import { type CreditRule, readYearRules } from './credits.store.ts';
import { pickCautiously } from './pick-rule.rules.ts';
import { type Waiver, findWaiver } from './waiver.store.ts';

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
  const { rule, unproven } = pickCautiously(await readYearRules(db, siteId, year), person);
  if (!rule) return undefined;
  const waiver = await findWaiver(db, userId, year);
  const note =
    unproven.length > 0
      ? `您填报的${formatScopeFields(unproven)}尚未核实，核实之前按本要求计算。${rule.note}`
      : rule.note;
  return { ...applyWaiver({ ...rule, note }, waiver?.percent ?? 0), waiver };
}
