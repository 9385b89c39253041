/** Whether exactly the correct options were chosen, in any order. */
export const isRight = (right: string, chosen: string): boolean =>
  [...new Set(chosen)].toSorted().join('') === [...right].toSorted().join('');

/** The next question; the same one if there is no other. */
export const nextQuestion = (qids: readonly string[], current: string): string =>
  qids[(qids.indexOf(current) + 1) % Math.max(1, qids.length)] ?? current;
