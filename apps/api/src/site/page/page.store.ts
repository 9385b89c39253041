import { firstPageVersion, type SitePageName } from '@cme/contract/site';
import { and, desc, eq, inArray, type InferSelectModel } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { sitePage } from './page.tables.ts';

export type PageVersion = InferSelectModel<typeof sitePage>;

/** Published versions, newest first. */
export const readVersions = (db: Db, siteId: string, page: SitePageName): Promise<PageVersion[]> =>
  db
    .select()
    .from(sitePage)
    .where(and(eq(sitePage.site_id, siteId), eq(sitePage.page, page)))
    .orderBy(desc(sitePage.published_at));

/** The versions that a new learner accepts. */
export async function readAcceptedVersions(
  db: Db,
  siteId: string,
): Promise<{ terms_version: string; privacy_version: string }> {
  const rows = await db
    .selectDistinctOn([sitePage.page], { page: sitePage.page, version: sitePage.version })
    .from(sitePage)
    .where(and(eq(sitePage.site_id, siteId), inArray(sitePage.page, ['terms', 'privacy'])))
    .orderBy(sitePage.page, desc(sitePage.published_at));
  const find = (name: SitePageName) =>
    rows.find(({ page }) => page === name)?.version ?? firstPageVersion;
  return { terms_version: find('terms'), privacy_version: find('privacy') };
}

/** Adds a version and returns its name. Requires the lock of the site's row. */
export async function insertVersion(
  tx: Db,
  { site_id, page, html, published_by }: Omit<PageVersion, 'version' | 'published_at'>,
  now: Date,
): Promise<string> {
  const day = formatDay(now);
  const before = await readVersions(tx, site_id, page);
  const ofDay = before.filter(({ version }) => version.startsWith(day)).length;
  const version = ofDay === 0 ? day : `${day}-${ofDay + 1}`;
  await tx
    .insert(sitePage)
    .values({ site_id, page, html, published_by, version, published_at: now });
  return version;
}
