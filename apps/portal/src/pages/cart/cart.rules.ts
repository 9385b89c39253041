import type { CartRow } from '@cme/contract/payment';
import { sumYuan } from '../../components/money.ts';

/** Only these can be ordered; a changed price is confirmed on the next page. */
export const canOrder = ({ state }: CartRow): boolean =>
  state === 'ok' || state === 'price_changed';

/** The selection: everything that can be ordered, except what was deselected. */
export const filterChosen = (list: readonly CartRow[], unticked: ReadonlySet<string>): CartRow[] =>
  list.filter((row) => canOrder(row) && !unticked.has(row.cart_id));

export interface PlacedRow {
  row: CartRow;
  isRemoved: boolean;
}

const keyOf = ({ content }: CartRow) => `${content.content_type} ${content.id}`;

/** Adds contents that the page has not shown yet, the newest first, as in the cart. */
export function extendOrder(order: readonly string[], list: readonly CartRow[]): readonly string[] {
  const added = list.map(keyOf).filter((key) => !order.includes(key));
  return added.length > 0 ? [...added, ...order] : order;
}

/** Every row keeps its place, also while it is removed and after it was restored. */
export function placeRows(
  order: readonly string[],
  list: readonly CartRow[],
  removed: readonly CartRow[],
): PlacedRow[] {
  const there = new Map(removed.map((row) => [keyOf(row), { row, isRemoved: true }]));
  for (const row of list) there.set(keyOf(row), { row, isRemoved: false });
  return order.flatMap((key) => there.get(key) ?? []);
}

export const sumPrices = (rows: readonly CartRow[]): string =>
  sumYuan(rows.map(({ price }) => price));
