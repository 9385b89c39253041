import { type DrawnQuestion, toPlaces, isOpen } from '../paper/instance.rules.ts';
import type { Policy } from '../paper/paper.rules.ts';

/** Points of one question; undefined when it must be graded by hand. */
export function gradeAnswer(
  question: DrawnQuestion,
  answer: readonly string[] | undefined,
  policy: Pick<Policy, 'half_for_subset'>,
): number | undefined {
  const { slot, unit, part } = question;
  if (!answer || isOpen(answer)) return 0;
  if (unit.type === 'SA') return undefined;
  const chosen = new Set(toPlaces(question, answer));
  const hits = part.answer.filter((place) => chosen.has(place)).length;
  if (hits < chosen.size) return 0;
  if (hits === part.answer.length) return slot.score;
  return unit.type === 'X' && policy.half_for_subset === 'Y' && hits > 0
    ? Math.floor(slot.score * 50) / 100
    : 0;
}

/** Points per question that can be scored automatically; non-empty short answers are missing. */
export function gradeAnswers(
  questions: readonly DrawnQuestion[],
  answers: ReadonlyMap<string, readonly string[]>,
  policy: Pick<Policy, 'half_for_subset'>,
): Record<string, number> {
  return Object.fromEntries(
    questions.flatMap((item) => {
      const points = gradeAnswer(item, answers.get(item.part.qid), policy);
      return points === undefined ? [] : [[item.part.qid, points]];
    }),
  );
}

/** Adds in hundredths to avoid rounding errors. */
export const sumMarks = (marks: Record<string, number>): number =>
  Object.values(marks).reduce((sum, points) => sum + Math.round(points * 100), 0) / 100;
