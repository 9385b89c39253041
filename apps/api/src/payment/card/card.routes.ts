import { cardBind, cardList, cardUse, type StudyCard } from '@cme/contract/payment';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { cardsById } from '../../content/catalogue/lists/card.store.ts';
import { bindCard } from './bind.action.ts';
import { cardState, cardStateNames } from './card.rules.ts';
import { type Card, type CardUse, readBoundCards } from './card.store.ts';

/** Enrols in the items of a card; undefined if the card is not the person's. */
export type UseCard = (db: Db, use: CardUse, now: Date) => Promise<string[] | undefined>;

export function registerCard(app: FastifyInstance, context: AppContext, useCard: UseCard): void {
  answer(app, context, cardBind, async (callRequest) => {
    const card = await bindCard(callRequest, context.now());
    const [bound] = await toStudyCards(callRequest.db, [card], context.now());
    if (!bound) throw new Error('the bound card was not found');
    return bound;
  });
  answer(app, context, cardList, async ({ db, site, person }) => {
    const cards = (await readBoundCards(db, person.user_id)).filter(
      ({ site_id }) => site_id === site.site_id,
    );
    return { list: await toStudyCards(db, cards, context.now()) };
  });
  answer(app, context, cardUse, async ({ db, site, person, body }) => {
    const learning_ids = await useCard(
      db,
      { siteId: site.site_id, userId: person.user_id, cardNo: body.card_no },
      context.now(),
    );
    if (!learning_ids) throw new RefusalError(404, '没有找到这张学习卡，请先绑定', 'not_found');
    return { learning_ids };
  });
}

async function toStudyCards(db: Db, cards: Card[], now: Date): Promise<StudyCard[]> {
  const named = await cardsById(
    db,
    cards[0]?.site_id ?? '',
    cards.flatMap(({ items }) => items),
  );
  return cards.map((card) => {
    const status = cardState(card, now);
    return {
      card_no: card.card_no,
      card_type: card.card_type,
      face: yuan(card.face_fen),
      left: yuan(card.left_fen),
      status,
      status_name: cardStateNames[status],
      bound_at: card.bound_at ? formatTime(card.bound_at) : '',
      expire_at: formatTime(card.expire_at),
      items: card.items.flatMap((id) => {
        const content = named.get(id);
        return content
          ? [{ content_type: content.content_type, content_id: id, title: content.title }]
          : [];
      }),
    };
  });
}
