import type { ExamItem } from '@cme/contract/study';
import { keyAt } from './choice.rules.ts';
import type { FrozenPaper } from './paper.rules.ts';
import { questionKinds } from './question-kinds.ts';
import type { BlankResult, DrawnQuestion, Slot } from './question.ts';

export function drawnQuestions(frozen: FrozenPaper, instance: readonly Slot[]): DrawnQuestion[] {
  return instance.map((slot) => {
    const unit = frozen.units[slot.unit];
    const part = unit?.parts[slot.part];
    if (!unit || !part) throw new Error('an attempt names a question that its paper does not have');
    return { slot, unit, part };
  });
}

/**
 * The learner's view of a question: without answer, explanation, points or position in the bank.
 */
export function toExamItem({ slot, unit, part }: DrawnQuestion, no: number): ExamItem {
  const isGroup = unit.parts.length > 1;
  const kind = questionKinds[unit.type];
  return {
    qid: part.qid,
    no,
    type: unit.type,
    type_name: kind.name,
    stem: part.stem,
    image: unit.image,
    score: slot.score,
    group_id: isGroup ? (unit.parts[0]?.qid ?? '') : '',
    group_stem: isGroup ? unit.stem : '',
    options: slot.options.map((place, index) => ({
      key: keyAt(index),
      text: part.options[place] ?? '',
    })),
    ...kind.show(part),
  };
}

/** An answer of this attempt that earns all points; for a short answer its model text. */
export const getRightAnswer = (question: DrawnQuestion): string[] =>
  questionKinds[question.unit.type].getRight(question);

/** How each blank was judged; undefined for questions without. */
export const reviewBlanks = (
  { unit, part }: DrawnQuestion,
  answer: readonly string[],
): BlankResult[] | undefined => questionKinds[unit.type].reviewBlanks?.(part, answer);

/** Why this is not an answer to this question; empty if it is. An empty one clears an earlier answer. */
export function findAnswerFault(question: DrawnQuestion, answer: readonly string[]): string {
  return answer.some((text) => !text.isWellFormed() || text.includes('\0'))
    ? '答案中有无法识别的字符，请重新作答'
    : questionKinds[question.unit.type].findAnswerFault(question, answer);
}

/** Whether nothing is left to answer. */
export const isAnswered = (
  { unit, part }: DrawnQuestion,
  answer: readonly string[] | undefined,
): boolean => answer !== undefined && questionKinds[unit.type].isAnswered(part, answer);
