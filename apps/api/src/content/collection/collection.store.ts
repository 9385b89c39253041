import type { CollectionTab } from '@cme/contract/content';
import { and, count, desc, eq, inArray, type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { favorite } from './collection.tables.ts';

export type Favorite = InferSelectModel<typeof favorite>;

/** Serialises the changes of one person's favourites, so that the limit holds. */
export async function lockCollector(tx: Db, userId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`collection ${userId}`}, 0))`,
  );
}

export async function isFavorite(db: Db, userId: string, contentId: string): Promise<boolean> {
  return (await favoritesAmong(db, userId, [contentId])).length > 0;
}

/** Which of these contents are the person's favourites. */
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

/** The type of a content may have changed since: a live becomes a replay. The tab uses the original
 * type. */
const typesByTab: Record<Exclude<CollectionTab, 'all'>, readonly string[]> = {
  course: ['C'],
  package: ['P'],
  class: ['X'],
  live: ['L', 'R'],
  activity: ['A', 'Z', 'Y'],
};

const inTab = (tab: CollectionTab): SQL | undefined =>
  tab === 'all' ? undefined : inArray(favorite.content_type, [...typesByTab[tab]]);

/** Number of favourites per tab. */
export async function countByTab(
  db: Db,
  userId: string,
): Promise<Partial<Record<CollectionTab, number>> & { all: number }> {
  const rows = await db
    .select({ type: favorite.content_type, n: count() })
    .from(favorite)
    .where(eq(favorite.user_id, userId))
    .groupBy(favorite.content_type);
  const sum = (types?: readonly string[]) =>
    rows.filter(({ type }) => types?.includes(type) ?? true).reduce((total, { n }) => total + n, 0);
  return {
    all: sum(),
    ...Object.fromEntries(Object.entries(typesByTab).map(([tab, types]) => [tab, sum(types)])),
  };
}

/** A page of the favourites, newest first. */
export const readFavorites = (
  db: Db,
  userId: string,
  tab: CollectionTab,
  page: number,
  size: number,
): Promise<Favorite[]> =>
  db
    .select()
    .from(favorite)
    .where(and(eq(favorite.user_id, userId), inTab(tab)))
    .orderBy(desc(favorite.added_at), desc(favorite.favorite_id))
    .limit(size)
    .offset((page - 1) * size);
