import type { ExamItem } from '@cme/contract/study';
import { getQuestionKind } from '../../../components/questions/question-kinds.tsx';
import type { Answer } from '../sheet/sheet.reducer.ts';

type Answers = Readonly<Record<string, Answer>>;

/** Remaining minutes that are announced once each. */
const announced = [5, 1];

export interface PaperState {
  /** Index of the current question. */
  position: number;
  isTimeUp: boolean;
}

export type PaperEvent = { type: 'moved'; to: number; count: number } | { type: 'timeUp' };

/** Starts at the first unanswered question, or where the paper was left. */
export function initialPaper(
  items: readonly ExamItem[],
  answers: Answers,
  isTimeUp: boolean,
  leftAt?: number,
): PaperState {
  const firstOpen = items.findIndex((item) => !isAnswered(item, answers[item.qid]));
  return { position: leftAt ?? Math.max(0, firstOpen), isTimeUp };
}

export function paperReducer(state: PaperState, event: PaperEvent): PaperState {
  switch (event.type) {
    case 'moved': {
      const position = Math.min(event.count - 1, Math.max(0, event.to));
      return { ...state, position };
    }
    case 'timeUp':
      return { ...state, isTimeUp: true };
  }
}

export const isAnswered = (item: ExamItem, answer: Answer | undefined): boolean =>
  answer !== undefined && getQuestionKind(item.type).isAnswered(item, answer.answer);

/** Minutes to announce when the remaining time drops from `before` to `left` seconds. */
export const getMinutesToAnnounce = (left: number, before: number): number | undefined =>
  announced.find((minutes) => left <= minutes * 60 && before > minutes * 60);
