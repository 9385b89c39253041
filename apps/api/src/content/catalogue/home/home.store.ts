import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { BlockChoice } from '../home-blocks.rules.ts';
import { site } from '../../../platform/sites/site.tables.ts';
import { banner, homeBlock, partner } from '../catalogue.tables.ts';
import { maskOf } from '../lists/facets.rules.ts';
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
/** Recounted so long before, so that few reads have to count for themselves. */
const earlyMs = 15_000;
const mostYears = 10;

interface Tally {
  course: number;
  learner: number;
  teacher: number;
  years: number[];
}

/** Courses, learners and teachers of the site: those of the job (`tally.job.ts`), or counted now if
 * it has not counted since the catalogue changed. */
export async function countCatalogue(db: Db, siteId: string, now: Date): Promise<Tally> {
  const [existing] = await db.select().from(siteTally).where(eq(siteTally.site_id, siteId));
  if (existing && now.getTime() - existing.counted_at.getTime() < tallyMs) return existing;
  return recount(db, siteId, now);
}

/** The years of a site's content, newest first; as old as its tally. */
export async function readYears(db: Db, siteId: string, now: Date): Promise<number[]> {
  const [existing] = await db
    .select({ years: siteTally.years })
    .from(siteTally)
    .where(eq(siteTally.site_id, siteId));
  return (existing ?? (await countCatalogue(db, siteId, now))).years;
}

/** Sites whose figures are missing or will soon be too old. */
export async function readSitesToCount(db: Db, now: Date, limit: number): Promise<string[]> {
  const before = new Date(now.getTime() - tallyMs + earlyMs);
  const rows = await db
    .select({ site_id: site.site_id })
    .from(site)
    .leftJoin(siteTally, eq(siteTally.site_id, site.site_id))
    .where(or(isNull(siteTally.counted_at), lt(siteTally.counted_at, before)))
    .orderBy(sql`${siteTally.counted_at} asc nulls first`)
    .limit(limit);
  return rows.map(({ site_id }) => site_id);
}

/** Counts and stores the figures of a site, unless another process is doing it or the site is
 * gone. */
export async function writeTally(db: Db, siteId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`tally ${siteId}`}, 0)) as mine`,
    );
    if (!rows[0]?.mine) return;
    const kept = await tx.execute(sql`select 1 from site where site_id = ${siteId} for key share`);
    if (kept.rows.length === 0) return;
    const counted = { ...(await recount(tx, siteId, now)), site_id: siteId, counted_at: now };
    await tx
      .insert(siteTally)
      .values(counted)
      .onConflictDoUpdate({ target: siteTally.site_id, set: counted });
  });
}

async function recount(db: Db, siteId: string, now: Date): Promise<Tally> {
  const course = maskOf('content_type', 'C');
  const { rows } = await db.execute<Tally & Record<string, unknown>>(sql`
    with l as materialized (select content_id, study_count, ${isOfferedAt(siteId, now)} as offered from content_listing l where site_id = ${siteId} and content_type & ${course}::int <> 0)
    select (select count(*) from l where offered)::int as course, (select coalesce(sum(study_count), 0) from l)::int as learner,
      (select count(distinct t.teacher_id) from content_teacher t join l on l.content_id = t.content_id)::int as teacher,
      (select coalesce(array_agg(y.year order by y.year desc), '{}') from (select distinct year from content_listing l
        where ${isOfferedAt(siteId, now)} and year > 0 order by year desc limit ${mostYears}) y) as years`);
  return rows[0] ?? { course: 0, learner: 0, teacher: 0, years: [] };
}
