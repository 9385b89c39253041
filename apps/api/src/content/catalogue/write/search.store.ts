import { lt } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { content } from '../catalogue.tables.ts';
import { rebuildCard } from './catalogue.write.ts';
import { searchVersion } from '../../search/grams.rules.ts';

const limit = 100;

/** Rewrites the search texts of courses written by older rules and returns their number. Safe in
 * many processes at once. */
export async function refreshSearch(db: Db, stopping: AbortSignal): Promise<number> {
  let written = 0;
  for (;;) {
    const rows = await db
      .select({ id: content.content_id })
      .from(content)
      .where(lt(content.search_version, searchVersion))
      .limit(limit);
    for (const { id } of rows) {
      if (stopping.aborted) return written;
      await db.transaction((tx) => rebuildCard(tx, id));
      written += 1;
    }
    if (rows.length < limit) return written;
  }
}
