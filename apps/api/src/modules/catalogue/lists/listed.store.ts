import { and, asc, count, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Db } from '../../../database/database.ts';
import { activityTypes } from '../catalogue.rules.ts';
import { content, siteContent } from '../catalogue.tables.ts';
import { contentListing } from './listing.tables.ts';

const listed = (siteId: string, now: Date) =>
  and(
    eq(contentListing.site_id, siteId),
    lte(contentListing.publish_at, now),
    gt(contentListing.end_at, now),
  );

/** How many contents a site offers at this moment. */
export async function countListed(db: Db, siteId: string, now: Date): Promise<number> {
  const [row] = await db.select({ n: count() }).from(contentListing).where(listed(siteId, now));
  return row?.n ?? 0;
}

/** They themselves, in an order that new ones do not change. */
export const readListedIds = (db: Db, siteId: string, now: Date, size: number, from: number) =>
  db
    .select({
      id: contentListing.content_id,
      content_type: content.content_type,
      changed_at: contentListing.publish_at,
    })
    .from(contentListing)
    .innerJoin(content, eq(content.content_id, contentListing.content_id))
    .where(listed(siteId, now))
    .orderBy(asc(contentListing.content_id))
    .limit(size)
    .offset(from);

/** What people come to instead of studying it: activities, tours and sunset courses that the site
 * shows and that are not over. */
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
