import type { Policy } from '../paper/paper.rules.ts';
import { questionKinds } from '../paper/question-kinds.ts';
import type { DrawnQuestion } from '../paper/question.ts';

/** Points of one question; undefined when it must be graded by hand. */
export const gradeAnswer = (
  question: DrawnQuestion,
  answer: readonly string[] | undefined,
  policy: Pick<Policy, 'half_for_subset'>,
): number | undefined =>
  !answer || answer.every((text) => text.trim() === '')
    ? 0
    : questionKinds[question.unit.type].grade(question, answer, policy);

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
