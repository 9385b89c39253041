import { isTelling, splitFurther, splitKeyword } from './keyword.rules.ts';
import { type SearchQuery, toSearchQuery, toWordsQuery } from './grams.rules.ts';
import { toSoundQuery } from './sounds.rules.ts';
import type { Synonyms } from './synonyms.rules.ts';

export interface Relaxed {
  search: SearchQuery;
  /** All words of the keyword, and those of them that the results may lack. */
  words: string[];
  dropped: string[];
}

type Count = (search: SearchQuery) => Promise<number>;

/** Letters that may be pinyin, unless the trade knows them as an abbreviation. */
const findSounding = (words: readonly string[], names: ReadonlySet<string>): Set<string> =>
  new Set(words.filter((word) => !names.has(word) && toSoundQuery(word) !== undefined));

/**
 * The closest query that finds something: the keyword as it is, as pinyin, in parts, and then
 * without its least telling words. Undefined if nothing is found.
 */
export async function relaxKeyword(
  keyword: string,
  synonyms: Synonyms,
  count: Count,
): Promise<Relaxed | undefined> {
  const words = splitKeyword(keyword);
  const whole = toSearchQuery(keyword);
  if (!whole) return undefined;
  if ((await count(whole)) > 0) return { search: whole, words, dropped: [] };
  const names = new Set(synonyms.flat());
  const sounding = findSounding(words, names);
  const sounded = sounding.size > 0 ? toWordsQuery(words, sounding) : undefined;
  if (sounded && (await count(sounded)) > 0) return { search: sounded, words, dropped: [] };
  return dropWords(splitFurther(words, names), names, count);
}

interface Part {
  word: string;
  isSounding: boolean;
  found: number;
}

async function countPart(word: string, names: ReadonlySet<string>, count: Count): Promise<Part> {
  const written = toWordsQuery([word]);
  const found = written ? await count(written) : 0;
  if (found > 0) return { word, isSounding: false, found };
  const sounding = findSounding([word], names);
  const sounded = sounding.size > 0 ? toWordsQuery([word], sounding) : undefined;
  return { word, isSounding: sounded !== undefined, found: sounded ? await count(sounded) : 0 };
}

const toPartsQuery = (parts: readonly Part[]) =>
  toWordsQuery(
    parts.map(({ word }) => word),
    new Set(parts.filter(({ isSounding }) => isSounding).map(({ word }) => word)),
  );

/** Words that nothing contains go first, then single characters, then the most frequent,
 * names of the trade last among equals. */
async function dropWords(
  words: string[],
  names: ReadonlySet<string>,
  count: Count,
): Promise<Relaxed | undefined> {
  const parts: Part[] = [];
  for (const word of words) parts.push(await countPart(word, names, count));
  let kept = parts.filter(({ found }) => found > 0);
  while (kept.some(({ word }) => isTelling(word))) {
    const search = toPartsQuery(kept);
    if (search && (kept.length === 1 || (await count(search)) > 0)) {
      const dropped = words.filter((word) => !kept.some((part) => part.word === word));
      return { search, words, dropped };
    }
    const least = kept.toSorted(
      (a, b) =>
        Number(isTelling(a.word)) - Number(isTelling(b.word)) ||
        b.found - a.found ||
        Number(names.has(a.word)) - Number(names.has(b.word)) ||
        a.word.length - b.word.length,
    )[0];
    kept = kept.filter((part) => part !== least);
  }
  return undefined;
}
