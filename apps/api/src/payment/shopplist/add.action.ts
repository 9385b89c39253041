import { cartLimit } from '@cme/contract/payment';
import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { readOffers, toOfferRefusal } from '../order/offer.store.ts';
import { lockBuyer } from '../order/order.store.ts';
import { countCart, findInCart, insertCartRow } from './shopplist.store.ts';

/** Adds a content to the cart once, within the cart's limit, even under concurrent requests. */
export function addToCart(
  db: Db,
  siteId: string,
  userId: string,
  ref: { content_type: string; id: string },
  now: Date,
): Promise<{ cart_id: string; count: number }> {
  return db.transaction(async (tx) => {
    await lockBuyer(tx, userId);
    const [offer] = await readOffers(tx, siteId, userId, [ref.id], now);
    if (!offer || offer.purchasable.content.content_type !== ref.content_type)
      throw toOfferRefusal('off_shelf');
    if (offer.state !== 'ok') throw toOfferRefusal(offer.state, offer.missing);
    const cartRow = await findInCart(tx, userId, ref.id);
    const count = await countCart(tx, userId);
    if (cartRow) return { cart_id: cartRow, count };
    if (count >= cartLimit)
      throw new RefusalError(400, `购物车最多可放${cartLimit}件，请先清理后再添加`, 'cart_full');
    const cart_id = await insertCartRow(tx, {
      user_id: userId,
      content_type: ref.content_type,
      content_id: ref.id,
      price_fen_at_add: offer.pay_fen,
      added_at: now,
    });
    return { cart_id, count: count + 1 };
  });
}
