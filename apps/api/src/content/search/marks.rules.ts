import { normalizeText } from './fold.rules.ts';
import { findName, otherNames, type Synonyms, tradeSynonyms } from './synonyms.rules.ts';

/** Start inclusive, end exclusive, in UTF-16 units. */
export type Mark = [number, number];

const contextLength = 30;
const longestPiece = 120;

/** A normalised text, with the original place of each unit: where its letter begins and ends. */
function normalizeWithPlaces(text: string) {
  let form = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let index = 0;
  for (const letter of text) {
    const plainLetter = normalizeText(letter);
    form += plainLetter;
    index += letter.length;
    for (let unit = 0; unit < plainLetter.length; unit += 1) {
      starts.push(index - letter.length);
      ends.push(index);
    }
  }
  return { form, starts, ends };
}

/** All places of a word, inside of other words too. */
function findWord(form: string, word: string): number[] {
  const places: number[] = [];
  for (let at = form.indexOf(word); at >= 0; at = form.indexOf(word, at + word.length))
    places.push(at);
  return places;
}

/** Positions of the words and their synonyms in a text; not overlapping, in order. */
export function findMarks(
  text: string,
  words: readonly string[],
  synonyms: Synonyms = tradeSynonyms,
): Mark[] {
  const { form, starts, ends } = normalizeWithPlaces(text);
  const found: Mark[] = [];
  const add = (name: string, places: readonly number[]) => {
    for (const at of places)
      found.push([starts[at] ?? 0, ends[at + name.length - 1] ?? text.length]);
  };
  for (const word of words) {
    add(word, findWord(form, word));
    for (const name of otherNames(word, synonyms)) add(name, findName(form, name));
  }
  const marks: Mark[] = [];
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = marks.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else marks.push([from, to]);
  }
  return marks;
}

/** An excerpt around the first word, as one line with marks. */
export function getExcerpt(
  text: string,
  words: readonly string[],
  synonyms: Synonyms = tradeSynonyms,
): { text: string; marks: Mark[] } {
  const line = text.replace(/\s+/gu, ' ').trim();
  const [first] = findMarks(line, words, synonyms);
  const letters = Array.from(line.slice(0, first?.[0] ?? 0));
  const skipped = letters.slice(0, Math.max(0, letters.length - contextLength)).join('').length;
  const start = skipped > contextLength ? skipped : 0;
  const rest = Array.from(line.slice(start));
  const piece = `${start > 0 ? '…' : ''}${rest.slice(0, longestPiece).join('')}${rest.length > longestPiece ? '…' : ''}`;
  return { text: piece, marks: findMarks(piece, words, synonyms) };
}
