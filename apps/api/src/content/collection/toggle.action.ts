import { collectionLimit } from '@cme/contract/content';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isOfType } from '../catalogue/catalogue.rules.ts';
import { findContent } from '../catalogue/catalogue.store.ts';
import {
  countFavorites,
  deleteFavorite,
  insertFavorite,
  isFavorite,
  lockCollector,
} from './collection.store.ts';

interface Wish {
  content_type: string;
  id: string;
  collected?: 'Y' | 'N' | undefined;
}

/** Adds or removes a favourite. Idempotent if the requested state is given; an unpublished content
 * can still be removed. */
export function toggleFavorite(
  db: Db,
  siteId: string,
  user_id: string,
  favorite: Wish,
  now: Date,
): Promise<{ collected: 'Y' | 'N'; count: number }> {
  return db.transaction(async (tx) => {
    await lockCollector(tx, user_id);
    const isThere = await isFavorite(tx, user_id, favorite.id);
    const isWanted = favorite.collected === undefined ? !isThere : favorite.collected === 'Y';
    if (isThere && !isWanted) await deleteFavorite(tx, user_id, favorite.id);
    if (!isThere && isWanted) await add(tx, siteId, user_id, favorite, now);
    return { collected: isWanted ? 'Y' : 'N', count: await countFavorites(tx, user_id) };
  });
}

async function add(
  tx: Db,
  site_id: string,
  user_id: string,
  favorite: Wish,
  now: Date,
): Promise<void> {
  const placed = await findContent(tx, site_id, favorite.id);
  const { content_type, status } = placed?.content ?? { content_type: '', status: '' };
  if (
    !placed?.shown ||
    !['on', 'off'].includes(status) ||
    !isOfType(content_type, favorite.content_type)
  )
    throw new Refusal(404, '内容不存在或已下架', 'not_found');
  if ((await countFavorites(tx, user_id)) >= collectionLimit)
    throw new Refusal(400, `最多可收藏${collectionLimit}项，请先取消一些收藏`, 'collection_full');
  await insertFavorite(tx, {
    site_id,
    user_id,
    content_type,
    content_id: favorite.id,
    added_at: now,
  });
}
