import { and, asc, count, eq, gt, inArray, lte } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/database/database.ts';
import { activityTypes } from '../catalogue.rules.ts';
import { content, siteContent } from '../catalogue.tables.ts';
import { isOfferedAt } from './listing.store.ts';
import { contentListing } from '../listing.tables.ts';

const l = alias(contentListing, 'l');

/** The number of contents that a site currently offers. */
export async function countListed(db: Db, siteId: string, now: Date): Promise<number> {
  const [row] = await db.select({ n: count() }).from(l).where(isOfferedAt(siteId, now));
  return row?.n ?? 0;
}

/** The contents in a stable order that new ones do not change. */
export const readListedIds = (db: Db, siteId: string, now: Date, size: number, from: number) =>
  db
    .select({
      id: l.content_id,
      content_type: content.content_type,
      changed_at: l.publish_at,
    })
    .from(l)
    .innerJoin(content, eq(content.content_id, l.content_id))
    .where(isOfferedAt(siteId, now))
    .orderBy(asc(l.content_id))
    .limit(size)
    .offset(from);

/** Content to attend instead of study: activities, tours and sunset courses that the site shows and
 * that are not over. */
export const readVisitedIds = (db: Db, siteId: string, now: Date) =>
  db
    .select({
      id: content.content_id,
      content_type: content.content_type,
      changed_at: content.publish_at,
    })
    .from(siteContent)
    .innerJoin(content, eq(content.content_id, siteContent.content_id))
    .where(
      and(
        eq(siteContent.site_id, siteId),
        siteContent.shown,
        inArray(content.content_type, [...activityTypes]),
        eq(content.status, 'on'),
        lte(content.publish_at, now),
        gt(content.end_at, now),
      ),
    )
    .orderBy(asc(content.content_id));
