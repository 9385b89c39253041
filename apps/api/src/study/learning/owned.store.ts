import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { statusAt } from './learning.rules.ts';
import type { Learning } from './learning.store.ts';
import { learning } from './learning.tables.ts';

/** The person's latest enrolments in these contents, by content id, except cancelled ones. */
export async function learningsAmong(
  db: Db,
  userId: string,
  contentIds: string[],
): Promise<Map<string, Learning>> {
  if (contentIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(learning)
    .where(
      and(
        eq(learning.user_id, userId),
        inArray(learning.content_id, contentIds),
        ne(learning.learn_status, 'revoked'),
      ),
    )
    .orderBy(desc(learning.cycle));
  return new Map(rows.reverse().map((row) => [row.content_id, row]));
}

/** The ones of these contents that the person owns now: what has expired may be bought again. */
export async function ownedAmong(
  db: Db,
  userId: string,
  contentIds: string[],
  now: Date,
): Promise<Set<string>> {
  const learnings = await learningsAmong(db, userId, contentIds);
  return new Set(
    [...learnings].flatMap(([id, learning]) => (statusAt(learning, now) === 'expired' ? [] : [id])),
  );
}
