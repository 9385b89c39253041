import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { SearchKind } from '@cme/contract/content';
import type { Db } from '../../platform/database/database.ts';
import type { NewEntry } from './entry.rules.ts';
import { normalizeText } from './fold.rules.ts';
import { searchVersion, toGrams, toSearchQuery } from './grams.rules.ts';
import { searchEntry } from './search.tables.ts';
import { toEntrySounds } from './sounds.rules.ts';
import { readSynonyms } from './synonym.store.ts';
import { type Synonyms, withSynonyms } from './synonyms.rules.ts';
import { dropRepeats } from './text.rules.ts';

const longestText = 20_000;
const limit = 200;

interface Source {
  title: string;
  text: string;
  words: string;
}

/** Derived columns of an entry by the current rules. */
function toSearchRow({ title, text, words }: Source, synonyms: Synonyms) {
  const form = withSynonyms([title, words, text].join('\n'), synonyms);
  const { sounds, titleGrams, grams } = toEntrySounds(title, words.split('\n'));
  return {
    text: dropRepeats(text, title),
    title_form: normalizeText(title),
    head_form: withSynonyms([title, words].join('\n'), synonyms),
    form,
    sounds,
    title_grams: [...toGrams(withSynonyms(title, synonyms)), ...titleGrams],
    grams: [...new Set([...toGrams(form), ...titleGrams, ...grams])],
    version: searchVersion,
  };
}

type Row = typeof searchEntry.$inferInsert;

/** An entry as a row. */
export function toEntryRow(
  { sites, words = [], facets = [], text, ...entry }: NewEntry,
  synonyms: Synonyms,
): Row {
  const source = {
    title: entry.title.replaceAll('\0', ''),
    text: text.replaceAll('\0', '').slice(0, longestText),
    words: words.join('\n').replaceAll('\0', ''),
  };
  return {
    ...entry,
    ...source,
    ...toSearchRow(source, synonyms),
    sites: [...sites],
    facets: [...facets],
    end_at: entry.end_at ?? null,
    weight: entry.weight ?? 0,
  };
}

const columns = [
  'sites',
  'title',
  'title_form',
  'head_form',
  'facets',
  'publish_at',
  'end_at',
  'weight',
  'version',
  'title_grams',
  'grams',
  'words',
  'text',
  'form',
  'sounds',
  'shown',
] as const;
const replaced = Object.fromEntries(columns.map((name) => [name, sql.raw(`excluded.${name}`)]));

/** Adds or updates search entries. Call it in the transaction that writes the item, whenever a
 * text, a date or a site changes. */
export async function writeEntries(db: Db, entries: readonly NewEntry[]): Promise<void> {
  const gone = entries.filter(({ sites }) => sites.length === 0);
  for (const { kind, id } of gone) await removeEntry(db, kind, id);
  const shown = entries.filter(({ sites }) => sites.length > 0);
  if (shown.length === 0) return;
  const synonyms = await readSynonyms(db);
  const rows = shown.map((entry) => toEntryRow(entry, synonyms));
  for (let index = 0; index < rows.length; index += limit)
    await db
      .insert(searchEntry)
      .values(rows.slice(index, index + limit))
      .onConflictDoUpdate({ target: [searchEntry.kind, searchEntry.id], set: replaced });
}

export const writeEntry = (db: Db, entry: NewEntry): Promise<void> => writeEntries(db, [entry]);

/** Removes an item from the search. */
export async function removeEntry(db: Db, kind: SearchKind, id: string): Promise<void> {
  await db.delete(searchEntry).where(and(eq(searchEntry.kind, kind), eq(searchEntry.id, id)));
}

/** Rebuilds entries written by older rules and returns their number. Safe in many processes at
 * once. */
export async function refreshEntries(db: Db, stopping: AbortSignal): Promise<number> {
  const synonyms = await readSynonyms(db);
  let written = 0;
  for (;;) {
    if (stopping.aborted) return written;
    const rows = await db
      .select({
        kind: searchEntry.kind,
        id: searchEntry.id,
        title: searchEntry.title,
        text: searchEntry.text,
        words: searchEntry.words,
        version: searchEntry.version,
      })
      .from(searchEntry)
      .where(lt(searchEntry.version, searchVersion))
      .limit(limit);
    for (const { kind, id, version, ...source } of rows) {
      await db
        .update(searchEntry)
        .set(toSearchRow(source, synonyms))
        .where(
          and(eq(searchEntry.kind, kind), eq(searchEntry.id, id), eq(searchEntry.version, version)),
        );
      written += 1;
    }
    if (rows.length < limit) return written;
  }
}

/** Has the entries that contain one of these names rebuilt; returns their number. */
export async function outdateEntries(db: Db, names: readonly string[]): Promise<number> {
  const grams = names
    .map((name) => toSearchQuery(name)?.grams ?? [])
    .filter(({ length }) => length);
  if (grams.length === 0) return 0;
  const conditions = grams.map((all) => sql`${searchEntry.grams} @> ${sql.param(all)}::text[]`);
  const rows = await db
    .update(searchEntry)
    .set({ version: 0 })
    .where(or(...conditions))
    .returning({ id: searchEntry.id });
  return rows.length;
}
