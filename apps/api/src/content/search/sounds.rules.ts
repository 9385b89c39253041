import { pinyin } from 'pinyin-pro';
import { likePattern } from '../../platform/database/like.ts';
import { normalizeText } from './fold.rules.ts';

/** Sounds have n-grams of their own: `ct` does not find 传统. */
const mark = '~';
const mostSyllables = 5;
const fewestInitials = 2;
const mostInitials = 6;
const longestTitle = 40;
const longestWord = 6;
const longestTyped = 24;

const joinFrom = (parts: readonly string[], fewest: number, most: number): string[] =>
  parts.flatMap((_, from) =>
    Array.from({ length: most - fewest + 1 }, (_one, index) => fewest + index)
      .filter((length) => from + length <= parts.length)
      .map((length) => mark + parts.slice(from, from + length).join('')),
  );

export interface Sounds {
  /** Syllables and initials, in one line. */
  line: string;
  grams: string[];
}

/** How a text sounds in pinyin, from each of its characters on, and its initials. */
function toSounds(text: string): Sounds {
  const runs =
    normalizeText(text)
      .slice(0, longestTitle)
      .match(/\p{Script=Han}+/gu) ?? [];
  const lines: string[] = [];
  const grams = new Set<string>();
  for (const run of runs) {
    const syllables = pinyin(run, { toneType: 'none', type: 'array', v: true });
    const initials = syllables.map((syllable) => syllable.slice(0, 1));
    lines.push(syllables.join(''), initials.join(''));
    for (const gram of joinFrom(syllables, 1, mostSyllables)) grams.add(gram);
    for (const gram of joinFrom(initials, fewestInitials, mostInitials)) grams.add(gram);
  }
  return { line: lines.join(' '), grams: [...grams] };
}

/** The sounds of a title, and of short words beside it: names and tags. */
export function toEntrySounds(title: string, words: readonly string[]) {
  const ofTitle = toSounds(title);
  const ofWords = words
    .filter((word) => word.length > 1 && word.length <= longestWord)
    .slice(0, 12)
    .map(toSounds);
  return {
    sounds: [ofTitle.line, ...ofWords.map(({ line }) => line)].join('\n'),
    titleGrams: ofTitle.grams,
    grams: ofWords.flatMap(({ grams }) => grams),
  };
}

const syllable =
  '(?:(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|an|ao|ei|en|ia|ie|in|iu|ou|ua|ue|ui|un|uo|ve|a|o|e|i|u|v)|ang|ai|an|ao|ei|en|er|ou|a|o|e)';
const fullForm = new RegExp(`^(?:${syllable})+$`);
const begunForm = new RegExp(`^((?:${syllable})+)(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])$`);
const firstSyllable = new RegExp(`${syllable}(?=(?:${syllable})*$)`, 'g');
const initialsForm = /^[bpmfdtnlgkhjqxrzcsywaoe]+$/;

export interface SoundQuery {
  gram: string;
  pattern: string;
  /** Whether the n-gram alone proves the match. */
  isProven: boolean;
}

/** Typed letters as pinyin, complete or begun, or as initials; undefined if they are neither. */
export function toSoundQuery(typed: string): SoundQuery | undefined {
  if (!/^[a-z]{2,}$/.test(typed) || typed.length > longestTyped) return undefined;
  const pattern = likePattern(typed);
  const full = fullForm.test(typed) ? typed : begunForm.exec(typed)?.[1];
  if (full !== undefined) {
    const syllables = full.match(firstSyllable) ?? [];
    const gram = mark + syllables.slice(0, mostSyllables).join('');
    return { gram, pattern, isProven: gram === mark + typed };
  }
  if (!initialsForm.test(typed)) return undefined;
  const gram = mark + typed.slice(0, mostInitials);
  return { gram, pattern, isProven: gram === mark + typed };
}
