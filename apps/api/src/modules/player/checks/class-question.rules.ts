/** Whether these are the right ones and no others, in whatever order they were chosen. */
export const isRight = (right: string, chosen: string): boolean =>
  [...new Set(chosen)].toSorted().join('') === [...right].toSorted().join('');

/** The question after this one; the same where there is no other. */
export const nextQuestion = (all: readonly string[], current: string): string =>
  all[(all.indexOf(current) + 1) % Math.max(1, all.length)] ?? current;
