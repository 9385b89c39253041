import { expandSynonyms, normalizeText } from './synonyms.rules.ts';

/** Start inclusive, end exclusive, in UTF-16 units. */
export type Mark = [number, number];

const contextLength = 30;
const longestPiece = 120;

/** A normalised text, with the original position of each unit. */
function normalizeWithPlaces(text: string): { form: string; places: number[] } {
  let form = '';
  const places: number[] = [];
  let index = 0;
  for (const letter of text) {
    const plainLetter = normalizeText(letter);
    form += plainLetter;
    for (let unit = 0; unit < plainLetter.length; unit += 1) places.push(index);
    index += letter.length;
  }
  places.push(index);
  return { form, places };
}

/** Positions of the words and their synonyms in a text; not overlapping, in order. */
export function findMarks(text: string, words: readonly string[]): Mark[] {
  const { form, places } = normalizeWithPlaces(text);
  const found: Mark[] = [];
  for (const name of words.flatMap(expandSynonyms)) {
    for (
      let index = form.indexOf(name);
      index >= 0;
      index = form.indexOf(name, index + name.length)
    )
      found.push([places[index] ?? 0, places[index + name.length] ?? text.length]);
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
): { text: string; marks: Mark[] } {
  const line = text.replace(/\s+/gu, ' ').trim();
  const [first] = findMarks(line, words);
  const letters = Array.from(line.slice(0, first?.[0] ?? 0));
  const skipped = letters.slice(0, Math.max(0, letters.length - contextLength)).join('').length;
  const start = skipped > contextLength ? skipped : 0;
  const rest = Array.from(line.slice(start));
  const piece = `${start > 0 ? '…' : ''}${rest.slice(0, longestPiece).join('')}${rest.length > longestPiece ? '…' : ''}`;
  return { text: piece, marks: findMarks(piece, words) };
}
