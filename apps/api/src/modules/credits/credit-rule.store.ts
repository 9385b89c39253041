import type { Db } from '../../database/database.ts';
import { type CreditRule, rulesOf } from './credits.store.ts';
import { isInScope, narrowness, type Scoped } from '../catalogue/scope.rules.ts';
import { findScoped } from '../catalogue/scope.store.ts';

/** The rule that fits a person best. */
export function pickRule(rules: readonly CreditRule[], person: Scoped): CreditRule | undefined {
  return rules
    .filter(({ scope }) => isInScope(scope, person))
    .toSorted((a, b) => narrowness(b.scope, person) - narrowness(a.scope, person))[0];
}

/** What a year asks of a person on their site. */
export async function ruleFor(
  db: Db,
  siteId: string,
  userId: string,
  year: number,
): Promise<CreditRule | undefined> {
  const person = await findScoped(db, userId);
  return person && pickRule(await rulesOf(db, siteId, year), person);
}
