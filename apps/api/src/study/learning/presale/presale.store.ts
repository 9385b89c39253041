import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { content, packageItem } from '../../../content/catalogue/catalogue.tables.ts';
import { learning } from '../learning.tables.ts';

/** Marks a presale as opened; false if another process did. */
export async function setOpened(tx: Db, contentId: string, now: Date): Promise<boolean> {
  const opened = await tx
    .update(content)
    .set({ opened_at: now })
    .where(and(eq(content.content_id, contentId), isNull(content.opened_at)))
    .returning({ id: content.content_id });
  return opened.length > 0;
}

/** Counts the study days of those who joined before from now on; an end that is later stays. Also
 * those of the packages it belongs to. Returns the learners of the course itself. */
export async function restartDays(
  tx: Db,
  contentId: string,
  now: Date,
): Promise<{ user_id: string; site_id: string }[]> {
  const packages = tx
    .select({ id: packageItem.package_id })
    .from(packageItem)
    .where(eq(packageItem.content_id, contentId));
  const at = now.toISOString();
  const rows = await tx
    .update(learning)
    .set({
      study_end_at: sql`greatest(learning.study_end_at, (select case when c.study_days <= 0 then c.end_at
        else least(${at}::timestamptz + c.study_days * interval '1 day', c.end_at) end
        from content c where c.content_id = learning.content_id))`,
    })
    .where(
      and(
        sql`(${eq(learning.content_id, contentId)} or ${inArray(learning.content_id, packages)})`,
        lt(learning.joined_at, now),
        ne(learning.learn_status, 'revoked'),
        ne(learning.learn_status, 'completed'),
      ),
    )
    .returning({
      user_id: learning.user_id,
      site_id: learning.site_id,
      content_id: learning.content_id,
    });
  return rows.filter(({ content_id }) => content_id === contentId);
}
