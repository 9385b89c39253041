import { maskIdNumber, maskMobile, type orderPreview, type ReplyOf } from '@cme/contract';
import type { Db } from '../../database.ts';
import { wireTime } from '../../wire-time.ts';
import { cardState } from '../card/card.rules.ts';
import { cardsOf } from '../card/card.store.ts';
import { yuan } from '../catalogue/catalogue.rules.ts';
import type { Keys } from '../identity/secret.rules.ts';
import { findUser, idNumberOf, mobileOf } from '../identity/user.store.ts';
import { choose, contentsOf, type Wanted } from './choose.ts';
import { holdsOn } from './order.store.ts';
import { lineOf } from './view.ts';

/** The sums as an order would have them now, and who buys. */
export async function previewOf(db: Db, keys: Keys, siteId: string, userId: string, wanted: Wanted, now: Date): Promise<ReplyOf<typeof orderPreview>> {
  const { lines, total_fen, discount_fen, card_fen, pay_fen, warnings } = await choose(db, siteId, userId, wanted, now);
  const buyer = await findUser(db, userId);
  if (!buyer) throw new Error('a signed-in person was not found');
  const isOpen = (await holdsOn(db, userId, contentsOf(lines))).length > 0;
  const cards = (await cardsOf(db, userId)).filter((card) => card.card_type === 'money' && cardState(card, now) === 'bound');
  return {
    items: lines.map(lineOf), total: yuan(total_fen), discount: yuan(discount_fen), card: yuan(card_fen), pay: yuan(pay_fen),
    warnings: isOpen ? [...warnings, '您已有包含所选课程的待付款订单'] : warnings,
    buyer: { real_name: buyer.real_name, id_no: maskIdNumber(idNumberOf(keys, buyer)), mobile: maskMobile(mobileOf(keys, buyer)), unit_name: buyer.unit_name },
    cards: cards.map(({ card_no, left_fen, expire_at }) => ({ card_no, face: yuan(left_fen), expire_at: wireTime(expire_at) })),
  };
}
