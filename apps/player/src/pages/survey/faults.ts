import type { SurveyQuestion } from '@cme/contract';
import type { Draft } from './draft.ts';
import { words } from './survey.words.ts';

/** Validation error of an answer. */
export type Fault =
  | { code: 'unanswered' }
  | { code: 'row_unanswered'; row: string }
  | { code: 'too_long'; most: number };
export type Faults = Readonly<Record<string, Fault>>;

/** The selected column of a matrix row. */
export const columnOf = (answer: readonly string[], row: string): string | undefined =>
  answer.find((cell) => cell.startsWith(`${row}:`))?.slice(row.length + 1);

const isEmpty = (answer: readonly string[]) => answer.every((text) => text.trim() === '');

/** Returns undefined if the answer is valid. The server validates again. */
export function faultOf(
  { type, required, rows, max_length }: SurveyQuestion,
  answer: readonly string[],
): Fault | undefined {
  if (isEmpty(answer)) return required === 'Y' ? { code: 'unanswered' } : undefined;
  if (type === 'text') {
    const isTooLong = [...(answer[0] ?? '')].length > max_length;
    return isTooLong ? { code: 'too_long', most: max_length } : undefined;
  }
  if (type !== 'matrix' || required !== 'Y') return undefined;
  const open = rows.find(({ key }) => columnOf(answer, key) === undefined);
  return open && { code: 'row_unanswered', row: open.text };
}

export function faultsOf(questions: readonly SurveyQuestion[], draft: Draft): Faults {
  const faults: Record<string, Fault> = {};
  for (const question of questions) {
    const fault = faultOf(question, draft[question.qid] ?? []);
    if (fault) faults[question.qid] = fault;
  }
  return faults;
}

/** An error disappears as soon as it is fixed; new ones only appear on submitting. */
export function faultsAfter(
  faults: Faults,
  question: SurveyQuestion,
  answer: readonly string[],
): Faults {
  const { [question.qid]: before, ...others } = faults;
  if (!before) return faults;
  const fault = faultOf(question, answer);
  return fault ? { ...others, [question.qid]: fault } : others;
}

/** Message of an error. */
export function faultText(fault: Fault): string {
  switch (fault.code) {
    case 'unanswered':
      return words.openQuestion;
    case 'row_unanswered':
      return words.openRow(fault.row);
    case 'too_long':
      return words.tooLong(fault.most);
  }
}

/** All errors in one sentence: the missing answers, otherwise the invalid ones. */
export function faultSummary(faults: Faults): string {
  const found = Object.values(faults);
  if (found.length === 0) return '';
  const mustChange = found.some(({ code }) => code === 'too_long');
  return mustChange ? words.openSome(found.length) : words.openRequired(found.length);
}
