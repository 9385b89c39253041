import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { BlockChoice } from '../home-blocks.rules.ts';
import { banner, homeBlock, partner } from '../catalogue.tables.ts';
import { toFacetQuery, noFilters } from '../lists/facets.rules.ts';
import { isOfferedAt } from '../lists/listing.store.ts';
import { siteTally } from '../listing.tables.ts';

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

/** A site's configuration of its home page blocks. */
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

/** Maximum age of the home page's figures of learners. Changes of the catalogue are counted at
 * once. */
const tallyMs = 60_000;
const mostYears = 10;

interface Tally {
  course: number;
  learner: number;
  teacher: number;
  years: number[];
}

/** Courses, learners and teachers of the site. */
export async function countCatalogue(db: Db, siteId: string, now: Date): Promise<Tally> {
  const [existing] = await db.select().from(siteTally).where(eq(siteTally.site_id, siteId));
  if (existing && now.getTime() - existing.counted_at.getTime() < tallyMs) return existing;
  const counted = { ...(await recount(db, siteId, now)), site_id: siteId, counted_at: now };
  await db
    .insert(siteTally)
    .values(counted)
    .onConflictDoUpdate({ target: siteTally.site_id, set: counted });
  return counted;
}

/** The years of a site's content, newest first; as old as its tally. */
export async function readYears(db: Db, siteId: string, now: Date): Promise<number[]> {
  const [existing] = await db
    .select({ years: siteTally.years })
    .from(siteTally)
    .where(eq(siteTally.site_id, siteId));
  return (existing ?? (await countCatalogue(db, siteId, now))).years;
}

async function recount(db: Db, siteId: string, now: Date): Promise<Tally> {
  const course = toFacetQuery({ ...noFilters, content_type: 'C' }).choices;
  const { rows } = await db.execute<Tally & Record<string, unknown>>(sql`
    with l as materialized (select content_id, study_count, ${isOfferedAt(siteId, now)} as offered from content_listing l where site_id = ${siteId} and facets & ${String(course)}::bigint <> 0)
    select (select count(*) from l where offered)::int as course, (select coalesce(sum(study_count), 0) from l)::int as learner,
      (select count(distinct t.teacher_id) from content_teacher t join l on l.content_id = t.content_id)::int as teacher,
      (select coalesce(array_agg(y.year order by y.year desc), '{}') from (select distinct year from content_listing l
        where ${isOfferedAt(siteId, now)} and year > 0 order by year desc limit ${mostYears}) y) as years`);
  return rows[0] ?? { course: 0, learner: 0, teacher: 0, years: [] };
}
