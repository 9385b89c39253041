import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { readPurchasables } from '../../content/catalogue/package.store.ts';
import { type Scope, scopeRefusal } from '../../content/catalogue/scope.rules.ts';
import { findScoped } from '../../content/catalogue/scope.store.ts';
import { getOpenedContents, openContents } from '../../study/learning/open.action.ts';
import { refuseUnready } from '../../study/learning/enrolled.ts';
import { learningsAmong, ownedAmong } from '../../study/learning/owned.store.ts';
import { cardState } from '../card/card.rules.ts';
import { type Card, type CardUse, lockCard, setCard } from '../card/card.store.ts';
import { lockBuyer } from './order.store.ts';
import { reservationsOn } from './reservation.store.ts';
import type { Cart } from './quote.view.ts';

/** Unlocks the contents of the person's `items` card, once; undefined when it is not theirs. */
export function useCard(
  db: Db,
  { siteId, userId, cardNo }: CardUse,
  cart: Pick<Cart, 'deleteCartContents'>,
  now: Date,
): Promise<string[] | undefined> {
  return db.transaction(async (tx) => {
    await lockBuyer(tx, userId);
    const card = await lockCard(tx, cardNo);
    if (!card || card.bound_user !== userId || card.site_id !== siteId) return undefined;
    if (card.card_type !== 'items')
      throw new RefusalError(400, '该学习卡用于抵扣订单金额，请在确认订单时使用', 'bad_request');
    const purchasables = [...(await readPurchasables(tx, siteId, card.items)).values()];
    const contents = [...new Set(purchasables.flatMap(getOpenedContents))];
    const state = cardState(card, now);
    if (state !== 'used_up') {
      for (const { readiness } of purchasables) refuseUnready(readiness, now);
      const scopes = purchasables.map(({ content }) => content.apply_scope);
      await refuseOutside(tx, userId, scopes);
      await open(tx, { card, state, contentIds: contents }, cart, now);
    }
    const learnings = await learningsAmong(tx, userId, contents);
    return [...learnings.values()].map(({ learning_id }) => learning_id).sort();
  });
}

/** A card opens nothing that is not meant for its holder. */
async function refuseOutside(tx: Db, userId: string, scopes: readonly Scope[]): Promise<void> {
  const person = await findScoped(tx, userId);
  const refusal = person && scopes.map((scope) => scopeRefusal(scope, person)).find(Boolean);
  if (refusal) throw refusal;
}

async function open(
  tx: Db,
  { card, state, contentIds }: { card: Card; state: string; contentIds: string[] },
  cart: Pick<Cart, 'deleteCartContents'>,
  now: Date,
): Promise<void> {
  const userId = card.bound_user ?? '';
  if (state === 'expired') throw new RefusalError(400, '您的学习卡已经过期', 'bad_request');
  if (state !== 'bound')
    throw new RefusalError(400, '该学习卡处于禁用状态，不可使用', 'bad_request');
  const [reservation] = await reservationsOn(tx, userId, contentIds);
  if (reservation)
    throw new RefusalError(
      400,
      '卡内课程已有未完成的订单，请先取消订单再使用学习卡',
      'order_pending_exists',
      { order_code: reservation.order_code },
    );
  if ((await ownedAmong(tx, userId, contentIds, now)).size === contentIds.length)
    throw new RefusalError(400, '您已拥有卡内的全部课程，无需使用学习卡', 'item_owned');
  const from = {
    site_id: card.site_id,
    user_id: userId,
    source: 'card' as const,
    source_id: card.card_no,
    actor_type: 'learner' as const,
    actor_id: userId,
  };
  await openContents(tx, from, contentIds, now);
  await cart.deleteCartContents(tx, userId, contentIds);
  await setCard(
    tx,
    card,
    { status: 'used_up', used_at: now },
    { actorId: userId, at: now, reason: 'use' },
  );
}
