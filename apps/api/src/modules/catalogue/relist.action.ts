import { and, eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { siteContent } from './catalogue.tables.ts';
import { rebuildCard } from './catalogue.write.ts';

/** Makes lists and search of a site agree with what it has by its scope, after that was changed;
 * answers how many contents were looked at. It may be interrupted and run again. */
export async function relistByScope(db: Db, siteId: string): Promise<number> {
  const rows = await db
    .select({ id: siteContent.content_id })
    .from(siteContent)
    .where(and(eq(siteContent.site_id, siteId), siteContent.by_scope));
  for (const { id } of rows) await db.transaction((tx) => rebuildCard(tx, id));
  return rows.length;
}
