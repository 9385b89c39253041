import type { CartRow } from '@cme/contract';
import { sumYuan } from '../../components/money.ts';

/** Only these can be ordered; a changed price is confirmed on the next page. */
export const canOrder = ({ state }: CartRow): boolean =>
  state === 'ok' || state === 'price_changed';

/** The selection: everything that can be ordered, except what was deselected. */
export const filterChosen = (list: readonly CartRow[], unticked: ReadonlySet<string>): CartRow[] =>
  list.filter((row) => canOrder(row) && !unticked.has(row.cart_id));

export const sumPrices = (rows: readonly CartRow[]): string =>
  sumYuan(rows.map(({ price }) => price));
