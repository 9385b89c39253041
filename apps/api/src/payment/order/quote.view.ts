import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { type Card, findCard } from '../card/card.store.ts';
import { cardState } from '../card/card.rules.ts';
import { splitInProportion } from '../../content/catalogue/package.rules.ts';
import { readOffers, toOfferRefusal, stateNames } from './offer.store.ts';
import type { Offer } from './offer.rules.ts';

/**
 * What to buy, as sent by a page: cart rows or one item, and the study card to pay with. Prices are
 * never taken from a page.
 */
interface Selection {
  cart_ids?: string[] | undefined;
  item?: { content_type: string; id: string } | undefined;
  card_no?: string | undefined;
}

/** The buyer's cart, as needed by orders. */
export interface Cart {
  readRows(
    db: Db,
    userId: string,
    cartIds: string[],
  ): Promise<{ content_id: string; price_fen_at_add: number }[]>;
  deleteCartContents(db: Db, userId: string, contentIds: string[]): Promise<void>;
}

export interface Line {
  offer: Offer;
  card_fen: number;
  /** Amount due: price − saved − card. */
  pay_fen: number;
}

export interface Quote {
  lines: Line[];
  total_fen: number;
  discount_fen: number;
  card_fen: number;
  pay_fen: number;
  card: Card | undefined;
  warnings: string[];
}

/** Who buys what: the selection may name rows of the cart. */
export interface Buying {
  siteId: string;
  userId: string;
  selection: Selection;
  cart: Pick<Cart, 'readRows'>;
}

/** What an order of this selection would cost now, in fen, from the server's prices only. */
export async function readQuote(db: Db, buying: Buying, now: Date): Promise<Quote> {
  const { offers, warnings } = await offersFor(db, buying, now);
  const sum = offers.reduce((total, { pay_fen }) => total + pay_fen, 0);
  const { siteId, userId, selection } = buying;
  const card = selection.card_no
    ? await readMoneyCard(db, siteId, userId, selection.card_no, now)
    : undefined;
  const card_fen = Math.min(card?.left_fen ?? 0, sum);
  const shares =
    sum === 0
      ? offers.map(() => 0)
      : splitInProportion(
          card_fen,
          offers.map(({ pay_fen }) => pay_fen),
        );
  const lines = offers.map((offer, index) => ({
    offer,
    card_fen: shares[index] ?? 0,
    pay_fen: offer.pay_fen - (shares[index] ?? 0),
  }));
  return {
    lines,
    card,
    card_fen,
    warnings,
    pay_fen: sum - card_fen,
    total_fen: offers.reduce((total, { price_fen }) => total + price_fen, 0),
    discount_fen: offers.reduce((total, { saved_fen }) => total + saved_fen, 0),
  };
}

async function offersFor(
  db: Db,
  { siteId, userId, selection: { cart_ids, item }, cart }: Buying,
  now: Date,
): Promise<{ offers: Offer[]; warnings: string[] }> {
  if ((cart_ids === undefined) === (item === undefined))
    throw new RefusalError(400, '请选择要购买的课程', 'bad_request');
  if (item) {
    const [offer] = await readOffers(db, siteId, userId, [item.id], now);
    if (!offer || offer.purchasable.content.content_type !== item.content_type)
      throw toOfferRefusal('off_shelf');
    if (offer.state !== 'ok') throw toOfferRefusal(offer.state, offer.missing);
    return { offers: [offer], warnings: [] };
  }
  const rows = await cart.readRows(db, userId, cart_ids ?? []);
  const allOffers = await readOffers(
    db,
    siteId,
    userId,
    rows.map(({ content_id }) => content_id),
    now,
  );
  const offers = allOffers.filter(({ state }) => state === 'ok');
  const [first] = allOffers;
  if (!first) throw new RefusalError(404, '购物车中没有所选课程，请刷新后重试', 'not_found');
  if (offers.length === 0) throw toOfferRefusal(first.state, first.missing);
  const before = new Map(rows.map((row) => [row.content_id, row.price_fen_at_add]));
  const warnings = allOffers.flatMap(({ purchasable: { content }, state, pay_fen }) => {
    if (state !== 'ok') return [`《${content.title}》${stateNames[state]}，未计入本次订单`];
    return before.get(content.content_id) === pay_fen
      ? []
      : [`《${content.title}》${stateNames.price_changed}，请核对金额`];
  });
  return { offers, warnings };
}

async function readMoneyCard(
  db: Db,
  siteId: string,
  userId: string,
  cardNo: string,
  now: Date,
): Promise<Card> {
  const card = await findCard(db, siteId, cardNo);
  if (!card || card.bound_user !== userId)
    throw new RefusalError(404, '没有找到这张学习卡，请先绑定', 'not_found');
  if (card.card_type !== 'money')
    throw new RefusalError(400, '该学习卡用于开通指定课程，不能抵扣订单金额', 'bad_request');
  const state = cardState(card, now);
  if (state === 'expired') throw new RefusalError(400, '您的学习卡已经过期', 'bad_request');
  if (state === 'used_up') throw new RefusalError(400, '该学习卡余额已用完', 'bad_request');
  if (state !== 'bound')
    throw new RefusalError(400, '该学习卡处于禁用状态，不可使用', 'bad_request');
  return card;
}

/** All contents unlocked by an order of these lines. */
export const getUnlockedContents = (lines: readonly Line[]): string[] => [
  ...new Set(
    lines.flatMap(({ offer: { purchasable } }) => [
      purchasable.content.content_id,
      ...purchasable.courses.map(({ content_id }) => content_id),
    ]),
  ),
];
