import type { SurveyQuestion } from '@cme/contract/study';
import type { Draft } from './draft.ts';
import { words } from './survey.words.ts';

/** Validation error of an answer. */
export type AnswerError =
  | { code: 'unanswered' }
  | { code: 'row_unanswered'; row: string }
  | { code: 'too_long'; max: number };
export type AnswerErrors = Readonly<Record<string, AnswerError>>;

/** The selected column of a matrix row. */
export const findColumn = (answer: readonly string[], row: string): string | undefined =>
  answer.find((cell) => cell.startsWith(`${row}:`))?.slice(row.length + 1);

const isEmpty = (answer: readonly string[]) => answer.every((text) => text.trim() === '');

/** Returns undefined if the answer is valid. The server validates again. */
export function findError(
  { type, required, rows, max_length }: SurveyQuestion,
  answer: readonly string[],
): AnswerError | undefined {
  if (isEmpty(answer)) return required === 'Y' ? { code: 'unanswered' } : undefined;
  if (type === 'text') {
    const isTooLong = [...(answer[0] ?? '')].length > max_length;
    return isTooLong ? { code: 'too_long', max: max_length } : undefined;
  }
  if (type !== 'matrix' || required !== 'Y') return undefined;
  const open = rows.find(({ key }) => findColumn(answer, key) === undefined);
  return open && { code: 'row_unanswered', row: open.text };
}

export function findErrors(questions: readonly SurveyQuestion[], draft: Draft): AnswerErrors {
  const errors: Record<string, AnswerError> = {};
  for (const question of questions) {
    const answerError = findError(question, draft[question.qid] ?? []);
    if (answerError) errors[question.qid] = answerError;
  }
  return errors;
}

/** An error disappears as soon as it is fixed; new ones only appear on submitting. */
export function updateErrors(
  errors: AnswerErrors,
  question: SurveyQuestion,
  answer: readonly string[],
): AnswerErrors {
  const { [question.qid]: previousError, ...otherErrors } = errors;
  if (!previousError) return errors;
  const answerError = findError(question, answer);
  return answerError ? { ...otherErrors, [question.qid]: answerError } : otherErrors;
}

/** Message of an error. */
export function formatError(answerError: AnswerError): string {
  switch (answerError.code) {
    case 'unanswered':
      return words.openQuestion;
    case 'row_unanswered':
      return words.openRow(answerError.row);
    case 'too_long':
      return words.tooLong(answerError.max);
  }
}

/** All errors in one sentence: the missing answers, otherwise the invalid ones. */
export function formatErrorSummary(errors: AnswerErrors): string {
  const found = Object.values(errors);
  if (found.length === 0) return '';
  const mustChange = found.some(({ code }) => code === 'too_long');
  return mustChange ? words.openSome(found.length) : words.openRequired(found.length);
}
