import type { SurveyQuestion } from '@cme/contract';
import type { Draft } from './draft.ts';
import { words } from './survey.words.ts';

/** The chosen column of a matrix row. */
export const columnOf = (answer: readonly string[], row: string): string | undefined =>
  answer.find((cell) => cell.startsWith(`${row}:`))?.slice(row.length + 1);

const isEmpty = (answer: readonly string[]) => answer.every((text) => text.trim() === '');

/** What keeps a question from being sent, in the learner's words; empty when nothing does. The
 * server judges again. */
export function faultOf(
  { type, required, rows, max_length }: SurveyQuestion,
  answer: readonly string[],
): string {
  if (isEmpty(answer)) return required === 'Y' ? words.openQuestion : '';
  if (type === 'text')
    return [...(answer[0] ?? '')].length > max_length ? words.tooLong(max_length) : '';
  const open =
    type === 'matrix' && required === 'Y'
      ? rows.find(({ key }) => columnOf(answer, key) === undefined)
      : undefined;
  return open ? words.openRow(open.text) : '';
}

export function faultsOf(
  questions: readonly SurveyQuestion[],
  draft: Draft,
): Record<string, string> {
  return Object.fromEntries(
    questions
      .map((question) => [question.qid, faultOf(question, draft[question.qid] ?? [])])
      .filter(([, fault]) => fault),
  );
}

/** All faults in a sentence: what is not answered and must be; else what is to be changed. */
export function faultWords(
  questions: readonly SurveyQuestion[],
  draft: Draft,
  faults: Readonly<Record<string, string>>,
): string {
  const found = questions.filter(({ qid }) => faults[qid]);
  if (found.length === 0) return '';
  const wrong = found.filter(({ type, qid }) => type === 'text' && !isEmpty(draft[qid] ?? []));
  return wrong.length > 0 ? words.openSome(found.length) : words.openRequired(found.length);
}
