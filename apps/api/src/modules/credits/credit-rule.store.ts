import type { Db } from '../../database/database.ts';
import { findUser } from '../identity/user.store.ts';
import { type CreditRule, rulesOf } from './credits.store.ts';
import type { RuleScope } from './credits.tables.ts';

const admits = (list: string[] | undefined, one: string) =>
  !list || list.length === 0 || list.includes(one);
/** How narrow a scope is: of two rules that fit, the narrower one is meant. A level says more
 * than a series. */
const narrowness = ({ series, levels }: RuleScope) =>
  (levels?.length ? 2 : 0) + (series?.length ? 1 : 0);

/** The rule that fits a person best. */
export function pickRule(
  rules: readonly CreditRule[],
  person: { series_code: string; level: string },
): CreditRule | undefined {
  return rules
    .filter(
      ({ scope }) => admits(scope.series, person.series_code) && admits(scope.levels, person.level),
    )
    .toSorted((a, b) => narrowness(b.scope) - narrowness(a.scope))[0];
}

/** What a year asks of a person on their site. */
export async function ruleFor(
  db: Db,
  siteId: string,
  userId: string,
  year: number,
): Promise<CreditRule | undefined> {
  const person = await findUser(db, userId);
  return person && pickRule(await rulesOf(db, siteId, year), person);
}
