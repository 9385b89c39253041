import { collectionLimit } from '@cme/contract/content';
import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
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
  userId: string,
  favorite: Wish,
  now: Date,
): Promise<{ collected: 'Y' | 'N'; count: number }> {
  return db.transaction(async (tx) => {
    await lockCollector(tx, userId);
    const isThere = await isFavorite(tx, userId, favorite.id);
    const isWanted = favorite.collected === undefined ? !isThere : favorite.collected === 'Y';
    if (isThere && !isWanted) await deleteFavorite(tx, userId, favorite.id);
    if (!isThere && isWanted) await add(tx, siteId, userId, favorite, now);
    return { collected: isWanted ? 'Y' : 'N', count: await countFavorites(tx, userId) };
  });
}

async function add(
  tx: Db,
  siteId: string,
  userId: string,
  favorite: Wish,
  now: Date,
): Promise<void> {
  const placed = await findContent(tx, siteId, favorite.id);
  const { content_type, status } = placed?.content ?? { content_type: '', status: '' };
  if (
    !placed?.shown ||
    !['on', 'off'].includes(status) ||
    !isOfType(content_type, favorite.content_type)
  )
    throw new RefusalError(404, '内容不存在或已下架', 'not_found');
  if ((await countFavorites(tx, userId)) >= collectionLimit)
    throw new RefusalError(
      400,
      `最多可收藏${collectionLimit}项，请先取消一些收藏`,
      'collection_full',
    );
  await insertFavorite(tx, {
    site_id: siteId,
    user_id: userId,
    content_type,
    content_id: favorite.id,
    added_at: now,
  });
}
