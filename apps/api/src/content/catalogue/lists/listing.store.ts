import { mostWhole } from '@cme/contract/base';
import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Content } from '../catalogue.store.ts';
import { siteContent } from '../catalogue.tables.ts';
import { isStudied } from '../catalogue.rules.ts';
import { toMasks } from './facets.rules.ts';
import { contentListing, siteTally } from '../listing.tables.ts';

const unknownDiscipline = -1;

/** What a site ($1) offers at a time ($2): rows `l` of `content_listing` that are published and not
 * over. Lists, home blocks, counts and the sitemap use it. */
export const offeredText =
  'l.site_id = $1 and l.publish_at <= $2::timestamptz and l.end_at > $2::timestamptz';

/** The same with the values inlined. */
export const isOfferedAt = (siteId: string, now: Date): SQL => {
  const nowText = sql`${now.toISOString()}::timestamptz`;
  return sql`l.site_id = ${siteId} and l.publish_at <= ${nowText} and l.end_at > ${nowText}`;
};

/** Updates the list rows of the content on every site that shows it; returns these sites. */
export async function writeListing(db: Db, content: Content): Promise<string[]> {
  const { content_id } = content;
  const places = await db
    .select()
    .from(siteContent)
    .where(and(eq(siteContent.content_id, content_id), siteContent.shown));
  const shownPlaces = content.status === 'on' ? places : [];
  // Lists exclude content to attend; the search includes it.
  if (!isStudied(content.content_type)) return shownPlaces.map(({ site_id }) => site_id);
  const sites = shownPlaces.map(({ site_id }) => site_id);
  const gone = await db
    .delete(contentListing)
    .where(
      and(eq(contentListing.content_id, content_id), notInArray(contentListing.site_id, sites)),
    )
    .returning({ site_id: contentListing.site_id });
  if (shownPlaces.length > 0) await upsert(db, content, shownPlaces);
  const changed = [...sites, ...gone.map(({ site_id }) => site_id)];
  if (changed.length > 0) await db.delete(siteTally).where(inArray(siteTally.site_id, changed));
  return sites;
}

/** The list fields of a content, independent of the site. */
export function toListed(content: Content) {
  const { content_id, year, price_fen, end_at, publish_at, discipline_code } = content;
  return {
    content_id,
    year,
    price_fen,
    end_at,
    publish_at,
    ...toMasks(content),
    credits: Math.round(content.credits * 100),
    discipline: discipline_code ? Number(discipline_code.padEnd(6, '0')) : unknownDiscipline,
  };
}

async function upsert(db: Db, content: Content, places: (typeof siteContent.$inferSelect)[]) {
  const listed = toListed(content);
  const rows = places.map(({ site_id, study_count, recommended, sort }) => ({
    ...listed,
    site_id,
    study_count,
    place: recommended ? sort : mostWhole,
  }));
  const columns = Object.keys(rows[0] ?? {}).filter((name) => !name.endsWith('_id'));
  await db
    .insert(contentListing)
    .values(rows.map((row) => ({ ...row, facets: 0n })))
    .onConflictDoUpdate({
      target: [contentListing.site_id, contentListing.content_id],
      set: Object.fromEntries(columns.map((name) => [name, sql.raw(`excluded.${name}`)])),
    });
}
