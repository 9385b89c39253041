import { and, desc, eq, type InferSelectModel, sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { computeStar } from './appraise.rules.ts';
import { appraise, appraiseSum } from './appraise.tables.ts';

export type AppraiseRow = InferSelectModel<typeof appraise>;
export type AppraiseSum = InferSelectModel<typeof appraiseSum>;

export async function readSum(
  db: Db,
  siteId: string,
  contentId: string,
): Promise<AppraiseSum | undefined> {
  const [row] = await db
    .select()
    .from(appraiseSum)
    .where(and(eq(appraiseSum.site_id, siteId), eq(appraiseSum.content_id, contentId)));
  return row;
}

/** A page of visible reviews, newest first. */
export const readAppraises = (
  db: Db,
  siteId: string,
  contentId: string,
  page: number,
  size: number,
): Promise<AppraiseRow[]> =>
  db
    .select()
    .from(appraise)
    .where(
      and(
        eq(appraise.site_id, siteId),
        eq(appraise.content_id, contentId),
        eq(appraise.status, 'shown'),
      ),
    )
    .orderBy(desc(appraise.created_at), desc(appraise.appraise_id))
    .limit(size)
    .offset((page - 1) * size);

export async function findAppraise(
  db: Db,
  userId: string,
  contentId: string,
): Promise<AppraiseRow | undefined> {
  const [row] = await db
    .select()
    .from(appraise)
    .where(and(eq(appraise.user_id, userId), eq(appraise.content_id, contentId)));
  return row;
}

type NewAppraise = Omit<AppraiseRow, 'appraise_id' | 'status'>;

/** Adds a review and updates the sums; undefined if the person already has one. Requires a
 * transaction. */
export async function insertAppraise(tx: Db, row: NewAppraise): Promise<string | undefined> {
  const [added] = await tx
    .insert(appraise)
    .values({ ...row, appraise_id: ulid(row.created_at.getTime()) })
    .onConflictDoNothing()
    .returning({ id: appraise.appraise_id });
  if (!added) return undefined;
  const { site_id, content_id, useful, concise, logical, design } = row;
  const star = computeStar(row);
  const countStar = (value: number) => (star === value ? 1 : 0);
  const more = {
    count: 1,
    useful,
    concise,
    logical,
    design,
    star_1: countStar(1),
    star_2: countStar(2),
    star_3: countStar(3),
    star_4: countStar(4),
    star_5: countStar(5),
  };
  await tx
    .insert(appraiseSum)
    .values({ site_id, content_id, ...more })
    .onConflictDoUpdate({
      target: [appraiseSum.site_id, appraiseSum.content_id],
      set: Object.fromEntries(
        (Object.keys(more) as (keyof typeof more)[]).map((name) => [
          name,
          sql`${appraiseSum[name]} + ${more[name]}`,
        ]),
      ),
    });
  return added.id;
}
