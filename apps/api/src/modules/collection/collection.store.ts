import { and, count, desc, eq, inArray, type InferSelectModel, sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../database/database.ts';
import { favorite } from './collection.tables.ts';

export type Favorite = InferSelectModel<typeof favorite>;

/** One person's favourites change one after the other, so that their limit holds. */
export async function lockCollector(tx: Db, userId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`collection ${userId}`}, 0))`,
  );
}

export async function isFavorite(db: Db, userId: string, contentId: string): Promise<boolean> {
  return (await favoritesAmong(db, userId, [contentId])).length > 0;
}

/** Which of these contents are favourites of the person. */
export async function favoritesAmong(
  db: Db,
  userId: string,
  contentIds: string[],
): Promise<string[]> {
  if (contentIds.length === 0) return [];
  const rows = await db
    .select({ id: favorite.content_id })
    .from(favorite)
    .where(and(eq(favorite.user_id, userId), inArray(favorite.content_id, contentIds)));
  return rows.map(({ id }) => id);
}

export async function countFavorites(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(favorite).where(eq(favorite.user_id, userId));
  return row?.n ?? 0;
}

export async function insertFavorite(tx: Db, row: Omit<Favorite, 'favorite_id'>): Promise<void> {
  await tx
    .insert(favorite)
    .values({ ...row, favorite_id: ulid(row.added_at.getTime()) })
    .onConflictDoNothing();
}

export async function deleteFavorite(tx: Db, userId: string, contentId: string): Promise<void> {
  await tx
    .delete(favorite)
    .where(and(eq(favorite.user_id, userId), eq(favorite.content_id, contentId)));
}

/** A page of the favourites, newest first. */
export const readFavorites = (
  db: Db,
  userId: string,
  at: number,
  size: number,
): Promise<Favorite[]> =>
  db
    .select()
    .from(favorite)
    .where(eq(favorite.user_id, userId))
    .orderBy(desc(favorite.added_at), desc(favorite.favorite_id))
    .limit(size)
    .offset((at - 1) * size);
