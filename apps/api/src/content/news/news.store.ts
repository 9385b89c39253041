import type { NewsType } from '@cme/contract/content';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  lt,
  lte,
  or,
  sql,
  type InferSelectModel,
} from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { news, newsAttachment, newsReader } from './news.tables.ts';

export type News = InferSelectModel<typeof news>;
export type Attachment = InferSelectModel<typeof newsAttachment>;

const published = (siteId: string, now: Date, type?: NewsType) =>
  and(eq(news.site_id, siteId), type ? eq(news.type, type) : undefined, lte(news.publish_at, now));

interface NewsPage {
  type: NewsType | undefined;
  size: number;
  from?: number;
}

/** Of one type or both: pinned first, then newest. */
export const readNews = (db: Db, siteId: string, { type, size, from = 0 }: NewsPage, now: Date) =>
  db
    .select({
      id: news.id,
      type: news.type,
      title: news.title,
      source: news.source,
      summary: news.summary,
      publish_at: news.publish_at,
      top: news.top,
    })
    .from(news)
    .where(published(siteId, now, type))
    .orderBy(desc(news.top), desc(news.publish_at), desc(news.id))
    .limit(size)
    .offset(from);

export async function countNews(
  db: Db,
  siteId: string,
  type: NewsType | undefined,
  now: Date,
): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(news)
    .where(published(siteId, now, type));
  return row?.n ?? 0;
}

/** A published item of this site. */
export async function findNews(
  db: Db,
  siteId: string,
  id: string,
  now: Date,
): Promise<News | undefined> {
  const [row] = await db
    .select()
    .from(news)
    .where(and(published(siteId, now), eq(news.id, id)));
  return row;
}

export const readAttachments = (db: Db, newsId: string): Promise<Attachment[]> =>
  db
    .select()
    .from(newsAttachment)
    .where(eq(newsAttachment.news_id, newsId))
    .orderBy(asc(newsAttachment.sort), asc(newsAttachment.id));

export async function findAttachment(
  db: Db,
  newsId: string,
  id: string,
): Promise<Attachment | undefined> {
  const [row] = await db
    .select()
    .from(newsAttachment)
    .where(and(eq(newsAttachment.news_id, newsId), eq(newsAttachment.id, id)));
  return row;
}

/** The previous or next item of the same type by publication date. */
export async function findNeighbour(
  db: Db,
  { site_id, type, publish_at, id }: Pick<News, 'site_id' | 'type' | 'publish_at' | 'id'>,
  side: 'older' | 'newer',
  now: Date,
): Promise<{ id: string; title: string } | undefined> {
  const [compare, order] = side === 'older' ? ([lt, desc] as const) : ([gt, asc] as const);
  const [row] = await db
    .select({ id: news.id, title: news.title })
    .from(news)
    .where(
      and(
        published(site_id, now, type),
        or(
          compare(news.publish_at, publish_at),
          and(eq(news.publish_at, publish_at), compare(news.id, id)),
        ),
      ),
    )
    .orderBy(order(news.publish_at), order(news.id))
    .limit(1);
  return row;
}

/** True for the first view of this item by this reader on this day. */
export async function noteReader(
  db: Db,
  row: { day: string; news_id: string; reader: string },
): Promise<boolean> {
  const added = await db
    .insert(newsReader)
    .values(row)
    .onConflictDoNothing()
    .returning({ reader: newsReader.reader });
  return added.length > 0;
}

export async function addViews(db: Db, newsId: string, views: number): Promise<void> {
  await db
    .update(news)
    .set({ view_count: sql`least(${news.view_count} + ${views}, 2147483647)` })
    .where(eq(news.id, newsId));
}

/** Deletes pseudonyms before a day. */
export async function sweepReaders(db: Db, day: string): Promise<void> {
  await db.delete(newsReader).where(lt(newsReader.day, day));
}

/** URLs for the sitemap. */
export const readNewsIds = (db: Db, siteId: string, now: Date) =>
  db
    .select({ id: news.id, changed_at: news.publish_at })
    .from(news)
    .where(published(siteId, now))
    .orderBy(desc(news.publish_at), desc(news.id));
