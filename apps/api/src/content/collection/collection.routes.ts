import { collectionList, collectionState, collectionToggle } from '@cme/contract/content';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import { answer } from '../../platform/http/answer.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { cardsById } from '../catalogue/lists/card.store.ts';
import { type Purchasable, readPurchasables } from '../catalogue/package.store.ts';
import { countByTab, favoritesAmong, readFavorites } from './collection.store.ts';
import { toggleFavorite } from './toggle.action.ts';

export function registerCollection(app: FastifyInstance, context: AppContext): void {
  answer(app, context, collectionToggle, ({ db, site, person, body }) =>
    toggleFavorite(db, site.site_id, person.user_id, body, context.now()),
  );
  answer(app, context, collectionState, async ({ db, person, body }) => ({
    collected: await favoritesAmong(
      db,
      person.user_id,
      body.refs.map(({ id }) => id),
    ),
  }));
  answer(app, context, collectionList, async ({ db, site, person, body }) => {
    const { tab, page, page_size } = body;
    const now = context.now();
    const rows = await readFavorites(db, person.user_id, tab, page, page_size);
    const ids = rows.map(({ content_id }) => content_id);
    const cards = await cardsById(db, site.site_id, ids);
    const purchasables = await readPurchasables(db, site.site_id, ids);
    const list = rows.flatMap(({ content_id, added_at }) => {
      const card = cards.get(content_id);
      const purchasable = purchasables.get(content_id);
      if (!card || !purchasable) return [];
      const state = getItemState(purchasable, now);
      return [
        {
          content: card,
          state,
          state_name: stateNames[state],
          collected_at: formatTime(added_at),
        },
      ];
    });
    const counts = await countByTab(db, person.user_id);
    return { list, total: counts[tab] ?? 0, page, page_size, counts };
  });
}

const stateNames = { ok: '', ended: '已结束', off_shelf: '已下架', gone: '已下架' } as const;

function getItemState({ shown, content }: Purchasable, now: Date): keyof typeof stateNames {
  if (!shown) return 'gone';
  if (content.status !== 'on') return 'off_shelf';
  return content.end_at <= now ? 'ended' : 'ok';
}
