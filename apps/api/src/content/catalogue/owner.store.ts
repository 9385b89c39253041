import { and, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { readSites } from '../../platform/sites/site.store.ts';
import { siteContent } from './catalogue.tables.ts';

/** The sites that a content belongs to: the main site if it is there, otherwise those that placed it.
 * Mirroring the main site's content gives no right to change it. */
export async function readOwnerSites(db: Db, contentId: string): Promise<string[]> {
  const rows = await db
    .select({ site_id: siteContent.site_id })
    .from(siteContent)
    .where(and(eq(siteContent.content_id, contentId), eq(siteContent.by_scope, false)));
  const main = (await readSites(db)).find(({ is_main }) => is_main)?.site_id;
  const sites = rows.map(({ site_id }) => site_id);
  return main !== undefined && sites.includes(main) ? [main] : sites;
}
