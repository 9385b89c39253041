import { collectionList, collectionState, collectionToggle } from '@cme/contract';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { answer } from '../../http/answer.ts';
import { wireTime } from '../../http/wire-time.ts';
import { cardsById } from '../catalogue/card.store.ts';
import { readPurchasables } from '../catalogue/package.store.ts';
import { countFavorites, favoritesAmong, readFavorites } from './collection.store.ts';
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
    const { page, page_size } = body;
    const rows = await readFavorites(db, person.user_id, page, page_size);
    const ids = rows.map(({ content_id }) => content_id);
    const cards = await cardsById(db, site.site_id, ids);
    const things = await readPurchasables(db, site.site_id, ids);
    const list = rows.flatMap(({ content_id, added_at }) => {
      const card = cards.get(content_id);
      const thing = things.get(content_id);
      if (!card || !thing) return [];
      const { status, end_at } = thing.content;
      const isOn = thing.shown && status === 'on' && end_at > context.now();
      return [
        {
          content: card,
          state: isOn ? 'ok' : 'off_shelf',
          state_name: isOn ? '' : '已下架',
          collected_at: wireTime(added_at),
        },
      ];
    });
    return { list, total: await countFavorites(db, person.user_id), page, page_size };
  });
}
