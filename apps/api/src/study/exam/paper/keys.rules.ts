import type { FrozenPaper } from './paper.rules.ts';
import type { Part } from './question.ts';

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
    ...(newer.blanks && { blanks: newer.blanks }),
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
