import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { searchSynonym } from './search.tables.ts';
import { normalizeText } from './fold.rules.ts';
import { type Synonyms, tradeSynonyms } from './synonyms.rules.ts';

/** The synonyms that the installation added. */
export const readOwnSynonyms = (db: Db) =>
  db.select().from(searchSynonym).orderBy(asc(searchSynonym.id));

/** The synonyms of the trade and of the installation. */
export async function readSynonyms(db: Db): Promise<Synonyms> {
  const own = await readOwnSynonyms(db);
  return [...tradeSynonyms, ...own.map(({ names }) => names.map(normalizeText))];
}

/** Adds names of the same thing, or replaces those under the same first name. */
export async function writeSynonym(db: Db, names: readonly string[], now: Date): Promise<void> {
  const id = normalizeText(names[0] ?? '');
  await db
    .insert(searchSynonym)
    .values({ id, names: [...names], created_at: now })
    .onConflictDoUpdate({ target: searchSynonym.id, set: { names: [...names] } });
}

/** Removes the names under this first one and returns them; undefined if there are none. */
export async function removeSynonym(db: Db, first: string): Promise<string[] | undefined> {
  const [removed] = await db
    .delete(searchSynonym)
    .where(eq(searchSynonym.id, normalizeText(first)))
    .returning({ names: searchSynonym.names });
  return removed?.names;
}
