import { and, desc, eq, gte, lt, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { searchHistory, searchWord } from './search.tables.ts';

const day = 86_400_000;
const hotDays = 7;
const keptDays = 30;
const mostKept = 10;
/** Minimum number of searches for a popular word. */
const fewest = 2;

/** Counts a search of this word today. */
export async function countWord(db: Db, siteId: string, word: string, now: Date): Promise<void> {
  await db
    .insert(searchWord)
    .values({ site_id: siteId, day: formatDay(now), word })
    .onConflictDoUpdate({
      target: [searchWord.site_id, searchWord.day, searchWord.word],
      set: { searched: sql`${searchWord.searched} + 1` },
    });
  const old = formatDay(new Date(now.getTime() - keptDays * day));
  await db.delete(searchWord).where(and(eq(searchWord.site_id, siteId), lt(searchWord.day, old)));
}

/** Words searched on these days; no day has a word twice. */
export const insertSearches = (
  db: Db,
  searches: readonly { site_id: string; word: string; at: Date }[],
) =>
  db
    .insert(searchWord)
    .values(searches.map(({ site_id, word, at }) => ({ site_id, word, day: formatDay(at) })));

export async function hotWords(db: Db, siteId: string, now: Date): Promise<{ word: string }[]> {
  const since = formatDay(new Date(now.getTime() - hotDays * day));
  const sum = sql`sum(${searchWord.searched})`;
  return db
    .select({ word: searchWord.word })
    .from(searchWord)
    .where(and(eq(searchWord.site_id, siteId), gte(searchWord.day, since)))
    .groupBy(searchWord.word)
    .having(sql`${sum} >= ${fewest}`)
    .orderBy(desc(sum), searchWord.word)
    .limit(mostKept);
}

export const readSearchHistory = (db: Db, userId: string) =>
  db
    .select({ word: searchHistory.word })
    .from(searchHistory)
    .where(eq(searchHistory.user_id, userId))
    .orderBy(desc(searchHistory.searched_at), searchHistory.word)
    .limit(mostKept);

/** A learner's latest searches; the oldest are dropped. */
export async function remember(db: Db, userId: string, word: string, now: Date): Promise<void> {
  await db
    .insert(searchHistory)
    .values({ user_id: userId, word, searched_at: now })
    .onConflictDoUpdate({
      target: [searchHistory.user_id, searchHistory.word],
      set: { searched_at: now },
    });
  const remembered = (await readSearchHistory(db, userId)).map((row) => row.word);
  await db
    .delete(searchHistory)
    .where(and(eq(searchHistory.user_id, userId), notInArray(searchHistory.word, remembered)));
}

/** Deletes one word or all. */
export async function forget(db: Db, userId: string, word: string): Promise<void> {
  await db
    .delete(searchHistory)
    .where(and(eq(searchHistory.user_id, userId), ...(word ? [eq(searchHistory.word, word)] : [])));
}
