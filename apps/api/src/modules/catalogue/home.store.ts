import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import type { BlockChoice } from './home-blocks.rules.ts';
import {
  banner,
  content,
  contentTeacher,
  homeBlock,
  news,
  partner,
  siteContent,
} from './catalogue.tables.ts';

export const readBanners = (db: Db, siteId: string) =>
  db
    .select({
      id: banner.id,
      title: banner.title,
      text: banner.text,
      image: banner.image,
      link: banner.link,
    })
    .from(banner)
    .where(and(eq(banner.site_id, siteId), banner.enabled))
    .orderBy(asc(banner.sort), asc(banner.id));

export const readPartners = (db: Db, siteId: string) =>
  db
    .select({ name: partner.name, logo: partner.logo, url: partner.url })
    .from(partner)
    .where(eq(partner.site_id, siteId))
    .orderBy(asc(partner.sort), asc(partner.id));

/** The newest of one type, those on top first. */
export const readNews = (db: Db, siteId: string, type: 'N' | 'B', now: Date, size: number) =>
  db
    .select({
      id: news.id,
      type: news.type,
      title: news.title,
      publish_at: news.publish_at,
      top: news.top,
    })
    .from(news)
    .where(and(eq(news.site_id, siteId), eq(news.type, type), lte(news.publish_at, now)))
    .orderBy(desc(news.top), desc(news.publish_at), desc(news.id))
    .limit(size);

/** What a site has decided about the blocks of its home page. */
export const readBlocks = (db: Db, siteId: string): Promise<BlockChoice[]> =>
  db
    .select({
      kind: homeBlock.kind,
      size: homeBlock.size,
      enabled: homeBlock.enabled,
      position: homeBlock.position,
      title: homeBlock.title,
    })
    .from(homeBlock)
    .where(eq(homeBlock.site_id, siteId));

export async function writeBlock(db: Db, siteId: string, choice: BlockChoice): Promise<void> {
  await db
    .insert(homeBlock)
    .values({ site_id: siteId, ...choice })
    .onConflictDoUpdate({ target: [homeBlock.site_id, homeBlock.kind], set: choice });
}

/** Courses on the site, how often they were taken up, and their teachers. */
export async function countCatalogue(
  db: Db,
  siteId: string,
): Promise<{ course: number; learner: number; teacher: number }> {
  const here = and(
    eq(siteContent.site_id, siteId),
    siteContent.shown,
    eq(content.status, 'on'),
    eq(content.content_type, 'C'),
  );
  const shown = db
    .select({ id: siteContent.content_id })
    .from(siteContent)
    .innerJoin(content, eq(content.content_id, siteContent.content_id))
    .where(here);
  const [courses] = await db
    .select({
      count: sql<number>`count(*)::int`,
      studied: sql<number>`coalesce(sum(${siteContent.study_count}), 0)::int`,
    })
    .from(siteContent)
    .innerJoin(content, eq(content.content_id, siteContent.content_id))
    .where(here);
  const [teachers] = await db
    .select({ count: sql<number>`count(distinct ${contentTeacher.teacher_id})::int` })
    .from(contentTeacher)
    .where(inArray(contentTeacher.content_id, shown));
  return {
    course: courses?.count ?? 0,
    learner: courses?.studied ?? 0,
    teacher: teachers?.count ?? 0,
  };
}
