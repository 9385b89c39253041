import { likePattern } from '../../platform/database/like.ts';
import { normalizeText } from './fold.rules.ts';
import { splitKeyword } from './keyword.rules.ts';
import { toSoundQuery } from './sounds.rules.ts';

/** Increase it when kinds, normalisation, synonyms or n-grams change: older entries are rebuilt. */
export const searchVersion = 7;

/** Longer runs of letters are found by their prefix and compared as a whole. */
const longestPrefix = 16;

const runs = /\p{Script=Han}+|[\p{L}\p{N}]+/gu;
const han = /^\p{Script=Han}/u;
/** Searchable signs; punctuation is not indexed. */
const signs = /[^\s\p{L}\p{N}\p{M}\p{Cc},.;:!?'"()、，。；：！？“”‘’（）《》【】<>/|·…—-]/gu;

/** Splits into Han and other runs: `心电图ecg` is two. */
function splitRuns(form: string): string[] {
  return (form.match(runs) ?? []).flatMap(
    (run) => run.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? [],
  );
}

/** The n-grams of a text: each Chinese character and each adjacent pair, each prefix of a run of
 * letters or digits, each sign. */
export function toGrams(form: string): string[] {
  const grams = new Set<string>(form.match(signs) ?? []);
  for (const run of splitRuns(form)) {
    const letters = [...run];
    if (han.test(run)) {
      for (const [index, letter] of letters.entries()) {
        grams.add(letter);
        if (index > 0) grams.add(`${letters[index - 1]}${letter}`);
      }
    } else {
      for (let length = 1; length <= Math.min(letters.length, longestPrefix); length += 1)
        grams.add(letters.slice(0, length).join(''));
    }
  }
  return [...grams];
}

/** The n-grams that a matching text must have; fewer than `toGrams`: the longest only. */
function toQueryGrams(word: string): string[] {
  const grams = new Set<string>(word.match(signs) ?? []);
  for (const run of splitRuns(word)) {
    const letters = [...run];
    if (!han.test(run)) grams.add(letters.slice(0, longestPrefix).join(''));
    else if (letters.length === 1) grams.add(run);
    else
      for (let index = 1; index < letters.length; index += 1)
        grams.add(`${letters[index - 1]}${letters[index]}`);
  }
  return [...grams];
}

/** Whether the n-grams alone prove a match: several of them do not imply their order. */
const isExact = (word: string, grams: string[]): boolean => grams.length === 1 && grams[0] === word;

export interface SearchQuery {
  /** A title that is one of these comes first. */
  titles: string[];
  /** Normalised for searching. */
  words: string[];
  grams: string[];
  /** Each word as a LIKE pattern. */
  patterns: string[];
  /** Patterns of words that the n-grams do not prove. */
  unproven: string[];
  /** The same of words that are pinyin. */
  soundPatterns: string[];
  unprovenSounds: string[];
}

/** The query of words; undefined if nothing in them is searchable. `sounding` are meant as pinyin. */
export function toWordsQuery(
  words: readonly string[],
  sounding: ReadonlySet<string> = new Set(),
): SearchQuery | undefined {
  const sounds = words.flatMap((word) => (sounding.has(word) ? (toSoundQuery(word) ?? []) : []));
  const written = words.filter((word) => !sounding.has(word));
  const wordGrams = written.map((word) => ({ word, grams: toQueryGrams(word) }));
  const grams = [
    ...new Set([...wordGrams.flatMap((item) => item.grams), ...sounds.map(({ gram }) => gram)]),
  ];
  if (grams.length === 0) return undefined;
  return {
    titles: [words.join(' ')],
    words: written,
    grams,
    patterns: written.map(likePattern),
    unproven: wordGrams
      .filter((item) => !isExact(item.word, item.grams))
      .map(({ word }) => likePattern(word)),
    soundPatterns: sounds.map(({ pattern }) => pattern),
    unprovenSounds: sounds.filter(({ isProven }) => !isProven).map(({ pattern }) => pattern),
  };
}

/** The query of a keyword: all of its words. Undefined if nothing in it is searchable. */
export function toSearchQuery(keyword: string): SearchQuery | undefined {
  const query = toWordsQuery(splitKeyword(keyword));
  return query && { ...query, titles: [...query.titles, normalizeText(keyword).trim()] };
}
