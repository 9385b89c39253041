import { isOpen, isStudied } from '../../content/catalogue/catalogue.rules.ts';
import { packagePrice } from '../../content/catalogue/package.rules.ts';
import type { Purchasable } from '../../content/catalogue/package.store.ts';
import { getWorstState } from '../../content/catalogue/sale.rules.ts';
import { judgeScope, type Scoped, type ScopeField } from '../../content/catalogue/scope.rules.ts';

/**
 * `unready`, `late`: there is nothing to study yet. `incomplete`: the buyer's profile lacks what the scope requires. `unverified`: nobody has verified
 * what the buyer entered. `class_only`: classes are applied for on their own page.
 */
export type OfferState =
  | 'ok'
  | 'owned'
  | 'in_package'
  | 'off_shelf'
  | 'unready'
  | 'late'
  | 'not_for_you'
  | 'incomplete'
  | 'unverified'
  | 'class_only';

/** An item as this person could buy it now, together with the others in the list. */
export interface Offer {
  purchasable: Purchasable;
  state: OfferState;
  price_fen: number;
  saved_fen: number;
  pay_fen: number;
  /** The missing profile field, with `incomplete`. */
  missing?: ScopeField;
}

/**
 * Evaluates items bought together: packages first, so that a course in one of them is not paid for
 * again.
 */
export function evaluateOffers(
  purchasables: readonly Purchasable[],
  buyer: Scoped,
  owned: ReadonlySet<string>,
  now: Date,
): Offer[] {
  const ownedOrBundled = new Set(owned);
  const bundled = new Set<string>();
  const offers = new Map<string, Offer>();
  for (const purchasable of [...purchasables].sort(
    (a, b) => Number(b.content.content_type === 'P') - Number(a.content.content_type === 'P'),
  )) {
    const { content_id, content_type, price_fen } = purchasable.content;
    const state = getOfferState(purchasable, buyer, owned, bundled, now);
    const price =
      content_type === 'P'
        ? packagePrice(price_fen, purchasable.courses, ownedOrBundled)
        : { saved_fen: 0, pay_fen: price_fen };
    const verdict = judgeScope(purchasable.content.apply_scope, buyer);
    const missing =
      state === 'incomplete' && verdict.state === 'missing' ? { missing: verdict.field } : {};
    offers.set(content_id, { purchasable, state, price_fen, ...price, ...missing });
    if (state !== 'ok' || content_type !== 'P') continue;
    for (const course of purchasable.courses) bundled.add(course.content_id);
    for (const course of purchasable.courses) ownedOrBundled.add(course.content_id);
  }
  return purchasables.flatMap(({ content }) => offers.get(content.content_id) ?? []);
}

const scopeStates = {
  out: 'not_for_you',
  missing: 'incomplete',
  unverified: 'unverified',
} as const;

function getOfferState(
  { content, shown, courses, readiness }: Purchasable,
  buyer: Scoped,
  owned: ReadonlySet<string>,
  bundled: ReadonlySet<string>,
  now: Date,
): OfferState {
  if (
    owned.has(content.content_id) ||
    (courses.length > 0 && courses.every(({ content_id }) => owned.has(content_id)))
  )
    return 'owned';
  if (!shown || !isOpen(content, now) || courses.length === 0 || !isStudied(content.content_type))
    return 'off_shelf';
  if (content.content_type === 'X') return 'class_only';
  const saleState = getWorstState(readiness, now);
  if (saleState === 'unready' || saleState === 'late') return saleState;
  const verdict = judgeScope(content.apply_scope, buyer).state;
  if (verdict !== 'in') return scopeStates[verdict];
  return bundled.has(content.content_id) ? 'in_package' : 'ok';
}
