import type { Db } from '../../database/database.ts';
import { applyWaiver } from './due.rules.ts';
import { type Waiver, waiverOf } from './waiver.store.ts';
import { type CreditRule, rulesOf } from './credits.store.ts';
import { isInScope, narrowness, type Scoped } from '../catalogue/scope.rules.ts';
import { findScoped } from '../catalogue/scope.store.ts';

/** The most specific rule for a person. */
export function pickRule(rules: readonly CreditRule[], person: Scoped): CreditRule | undefined {
  return rules
    .filter(({ scope }) => isInScope(scope, person))
    .toSorted((a, b) => narrowness(b.scope, person) - narrowness(a.scope, person))[0];
}

export interface PersonalRule extends CreditRule {
  waiver: Waiver | undefined;
}

/** The annual requirement of a person on their site, minus waived parts. */
export async function ruleFor(
  db: Db,
  siteId: string,
  userId: string,
  year: number,
): Promise<PersonalRule | undefined> {
  const person = await findScoped(db, userId);
  const rule = person && pickRule(await rulesOf(db, siteId, year), person);
  if (!rule) return undefined;
  const waiver = await waiverOf(db, userId, year);
  return { ...applyWaiver(rule, waiver?.percent ?? 0), waiver };
}
