import { levels, type Option, series } from '@cme/contract/base';
import {
  fitsScope,
  narrowness,
  type Scoped,
  type ScopeField,
} from '../../content/catalogue/scope.rules.ts';
import type { CreditRule } from './credits.store.ts';

/** The most specific rule for a person. */
export function pickRule(rules: readonly CreditRule[], person: Scoped): CreditRule | undefined {
  return rules
    .filter(({ scope }) => fitsScope(scope, person))
    .toSorted((a, b) => narrowness(b.scope, person) - narrowness(a.scope, person))[0];
}

const isMore = (a: CreditRule, b: CreditRule) =>
  a.need_hours === b.need_hours ? a.need_credits > b.need_credits : a.need_hours > b.need_hours;

/** A requirement that covers each of these rules. */
function combine([first, ...others]: readonly CreditRule[]): CreditRule | undefined {
  return others.reduce<CreditRule | undefined>((most, rule) => {
    if (!most) return rule;
    const [base, other] = isMore(rule, most) ? [rule, most] : [most, rule];
    return {
      ...base,
      need_hours: Math.max(base.need_hours, other.need_hours),
      need_public: Math.max(base.need_public, other.need_public),
      need_pro: Math.max(base.need_pro, other.need_pro),
      need_credits: Math.max(base.need_credits, other.need_credits),
      type_needs: mergeBy(
        [...base.type_needs, ...other.type_needs],
        ({ credit_type }) => credit_type,
        (a, b) => (a.need >= b.need ? a : b),
      ),
      kind_caps: mergeBy(
        [...base.kind_caps, ...other.kind_caps],
        ({ kind }) => kind,
        (a, b) => (a.max_credits <= b.max_credits ? a : b),
      ),
      due_day: base.due_day < other.due_day ? base.due_day : other.due_day,
      grace_days: Math.min(base.grace_days, other.grace_days),
    };
  }, first);
}

function mergeBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  pick: (a: Item, b: Item) => Item,
): Item[] {
  const merged = new Map<string, Item>();
  for (const item of items) {
    const before = merged.get(keyOf(item));
    merged.set(keyOf(item), before ? pick(before, item) : item);
  }
  return [...merged.values()];
}

/** What a rule requires, for comparison. */
const toRequirementKey = (rule: CreditRule | undefined) =>
  rule &&
  JSON.stringify([
    rule.need_hours,
    rule.need_public,
    rule.need_pro,
    rule.need_credits,
    rule.type_needs.map(({ credit_type, need }) => `${credit_type} ${need}`).toSorted(),
    rule.kind_caps.map(({ kind, max_credits }) => `${kind} ${max_credits}`).toSorted(),
    rule.due_day,
    rule.grace_days,
  ]);

const lists = { level: 'levels', series_code: 'series', area_id: 'areas' } as const;

/** What a person might be in the place of a fact that nobody has verified: every value that some
 * rule distinguishes, and one that none names. A unit can only be left out: whoever belongs to one
 * has to be in it. */
function alternatives(
  rules: readonly CreditRule[],
  person: Scoped,
  field: ScopeField,
): Partial<Scoped>[] {
  if (field === 'unit_id') return [{ unit_ids: person.unit_ids }, { unit_ids: [] }];
  const list = lists[field];
  const named = rules.flatMap(({ scope }) => scope[list] ?? []);
  const options: readonly Option[] = { level: levels, series_code: series, area_id: [] }[field];
  const unnamed = field === 'area_id' ? [''] : [];
  const values = [person[field], ...named, ...options.map(({ code }) => code), ...unnamed];
  const getNarrowness = (one: Scoped) =>
    rules.map(({ scope }) => {
      const part = { [list]: scope[list] ?? [] };
      return fitsScope(part, one) ? narrowness(part, one) : -1;
    });
  const different = new Map(
    values.map((value) => [
      getNarrowness({ ...person, [field]: value }).join(),
      { [field]: value },
    ]),
  );
  return [...different.values()];
}

/** The requirement of a person who might have any value of these fields. */
function strictestRule(
  rules: readonly CreditRule[],
  person: Scoped,
  fields: readonly ScopeField[],
): CreditRule | undefined {
  const variants = fields.reduce<Scoped[]>(
    (people, field) => {
      const values = alternatives(rules, person, field);
      return people.flatMap((one) => values.map((value) => ({ ...one, ...value })));
    },
    [person],
  );
  const found = new Set(variants.map((variant) => pickRule(rules, variant)));
  return combine([...found].filter((rule) => rule !== undefined));
}

const fields: readonly ScopeField[] = ['level', 'series_code', 'area_id', 'unit_id'];

/** The rule for a person whose facts are not all verified: the strictest that any value of the
 * others would give, since what nobody has verified never lowers the requirement. `unproven`: the
 * fields that would. */
export function pickCautiously(
  rules: readonly CreditRule[],
  person: Scoped,
): { rule: CreditRule | undefined; unproven: ScopeField[] } {
  const open = fields.filter((field) => !person.verified.includes(field));
  const own = pickRule(rules, person);
  const rule = strictestRule(rules, person, open);
  if (toRequirementKey(rule) === toRequirementKey(own)) return { rule: own, unproven: [] };
  const unproven = open.filter((field) => {
    const others = open.filter((other) => other !== field);
    return (
      toRequirementKey(strictestRule(rules, person, [field])) !== toRequirementKey(own) ||
      toRequirementKey(strictestRule(rules, person, others)) !== toRequirementKey(rule)
    );
  });
  return { rule, unproven: unproven.length > 0 ? unproven : open };
}
