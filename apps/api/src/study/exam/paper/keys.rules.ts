import type { FrozenPaper, Part } from './paper.rules.ts';

/**
 * A version's questions with the keys of a newer one. Correct options are matched by text, since
 * their positions may have changed; a reworded question keeps its own key.
 */
export function applyNewerKeys(current: FrozenPaper, newer: FrozenPaper): FrozenPaper {
  const corrected = new Map(
    newer.units.flatMap(({ parts }) => parts.map((part) => [part.qid, part])),
  );
  return {
    ...current,
    units: current.units.map((unit) => ({
      ...unit,
      parts: unit.parts.map((part) => keyed(part, corrected.get(part.qid))),
    })),
  };
}

function keyed(part: Part, newer: Part | undefined): Part {
  if (!newer || !isSame(part, newer)) return part;
  return {
    ...part,
    answer: newer.answer.map((place) => part.options.indexOf(newer.options[place] ?? '')),
    explain: newer.explain,
  };
}

const isSame = (item: Part, other: Part) =>
  item.stem === other.stem &&
  new Set(other.options).size === other.options.length &&
  item.options.toSorted().join('\n') === other.options.toSorted().join('\n');

/** The better of two scores for each question: a correction never costs points. */
export const betterMarks = (
  item: Record<string, number>,
  other: Record<string, number>,
): Record<string, number> =>
  Object.fromEntries(
    Object.keys({ ...item, ...other }).map((qid) => [
      qid,
      Math.max(item[qid] ?? 0, other[qid] ?? 0),
    ]),
  );

/** `AC` as option positions; undefined when these letters cannot be the key of such a question. */
export function parseKey(
  letters: string,
  { options }: Pick<Part, 'options'>,
  isMultiple: boolean,
): number[] | undefined {
  const places = [...new Set(letters.toUpperCase())]
    .map((letter) => letter.charCodeAt(0) - 65)
    .toSorted((a, b) => a - b);
  const isKey =
    places.length > 0 &&
    places.length === letters.length &&
    (isMultiple || places.length === 1) &&
    places.every((place) => place >= 0 && place < options.length);
  return isKey ? places : undefined;
}

export const formatKey = (places: readonly number[]): string =>
  places.map((place) => String.fromCharCode(65 + place)).join('');
