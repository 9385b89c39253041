import type { CartRow } from '@cme/contract/payment';
import type { Db } from '../../platform/database/database.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { cardsById } from '../../content/catalogue/lists/card.store.ts';
import { readOffers, stateNames } from '../order/offer.store.ts';
import { readCart } from './shopplist.store.ts';

/** The cart with current states. Items that the site no longer has are omitted. */
export async function readCartView(
  db: Db,
  siteId: string,
  userId: string,
  now: Date,
): Promise<{ list: CartRow[]; count: number; total: string }> {
  const rows = await readCart(db, userId);
  const ids = rows.map(({ content_id }) => content_id);
  const offers = new Map(
    (await readOffers(db, siteId, userId, ids, now)).map((offer) => [
      offer.purchasable.content.content_id,
      offer,
    ]),
  );
  const cards = await cardsById(db, siteId, ids);
  let total = 0;
  const list = rows.flatMap((row) => {
    const offer = offers.get(row.content_id);
    const content = cards.get(row.content_id);
    if (!offer || !content) return [];
    const state =
      offer.state === 'ok' && offer.pay_fen !== row.price_fen_at_add
        ? 'price_changed'
        : offer.state;
    if (offer.state === 'ok') total += offer.pay_fen;
    return [
      {
        cart_id: row.cart_id,
        content,
        price: yuan(offer.pay_fen),
        price_at_add: yuan(row.price_fen_at_add),
        saved: yuan(offer.saved_fen),
        // An older page knows this state.
        state: state === 'unready' || state === 'late' ? 'off_shelf' : state,
        state_name: stateNames[state],
        added_at: formatTime(row.added_at),
      },
    ];
  });
  return { list, count: rows.length, total: yuan(total) };
}
