import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import type { BlockChoice } from './home-blocks.rules.ts';
import { banner, homeBlock, partner } from './catalogue.tables.ts';
import { askedOf, noFilters } from './facets.rules.ts';
import { siteTally } from './listing.tables.ts';

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

/** What of the home page's numbers may be this old: how often courses were taken up. What is
 * written to the catalogue is counted at once. */
const tallyMs = 60_000;

/** Courses on the site, how often they were taken up, and their teachers. */
export async function countCatalogue(
  db: Db,
  siteId: string,
  now: Date,
): Promise<{ course: number; learner: number; teacher: number }> {
  const [known] = await db.select().from(siteTally).where(eq(siteTally.site_id, siteId));
  if (known && now.getTime() - known.counted_at.getTime() < tallyMs) return known;
  const counted = { ...(await countAgain(db, siteId)), site_id: siteId, counted_at: now };
  await db
    .insert(siteTally)
    .values(counted)
    .onConflictDoUpdate({ target: siteTally.site_id, set: counted });
  return counted;
}

async function countAgain(db: Db, siteId: string) {
  const course = askedOf({ ...noFilters, content_type: 'C' }).masks[0];
  const { rows } = await db.execute<{ course: number; learner: number; teacher: number }>(sql`
    with l as materialized (select content_id, study_count from content_listing where site_id = ${siteId} and facets & ${String(course)}::bigint <> 0)
    select (select count(*) from l)::int as course, (select coalesce(sum(study_count), 0) from l)::int as learner,
      (select count(distinct t.teacher_id) from content_teacher t join l on l.content_id = t.content_id)::int as teacher`);
  return rows[0] ?? { course: 0, learner: 0, teacher: 0 };
}
