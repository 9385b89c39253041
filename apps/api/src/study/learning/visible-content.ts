import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { isOfType } from '../../content/catalogue/catalogue.rules.ts';
import {
  type ContentRef,
  findContent,
  type ListedContent,
} from '../../content/catalogue/catalogue.store.ts';
import { findCurrentLearning } from './learning.store.ts';

/** A content of that type which this site shows, or in which this person is enrolled; anything else
 * is not found. */
export async function contentOr404(
  db: Db,
  siteId: string,
  { content_type, id }: ContentRef,
  userId?: string,
): Promise<ListedContent> {
  const placed = await findContent(db, siteId, id);
  const isPublic = placed?.shown && ['on', 'off'].includes(placed.content.status);
  if (placed && !isOfType(placed.content.content_type, content_type))
    throw noContent(isPublic ? { content_type: placed.content.content_type } : {});
  if (placed && (isPublic || (userId !== undefined && (await findCurrentLearning(db, userId, id)))))
    return placed;
  throw noContent();
}

/** If the content is public under another type, the error contains it, so that a page can
 * redirect. */
const noContent = (more: { content_type?: string } = {}) =>
  new RefusalError(404, '内容不存在或已下架', 'not_found', more);
