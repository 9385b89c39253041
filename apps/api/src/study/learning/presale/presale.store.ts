import { and, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { learning } from '../learning.tables.ts';

/** Counts the study days of those who joined before from now on; an end that is later stays. Also
 * those of the packages it belongs to. Returns the learners of the course itself. */
export async function restartDays(
  tx: Db,
  contentId: string,
  now: Date,
): Promise<{ user_id: string; site_id: string }[]> {
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
        sql`(learning.content_id = ${contentId} or learning.content_id in (select package_id from package_item where package_item.content_id = ${contentId}))`,
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
