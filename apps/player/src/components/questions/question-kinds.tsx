import type { QuestionType } from '@cme/contract/study';
import { lazyPart, Skeleton } from '@cme/ui';
import { BlanksReview } from './blanks-review.tsx';
import { createChoice } from './choice.tsx';
import type { QuestionKind } from './question.ts';
import { words } from './question.words.ts';
import { UnknownQuestion, UnknownReview } from './unknown-question.tsx';
import { EssayReview } from './essay-review.tsx';

const hasText = (text: string | undefined) => text !== undefined && text.trim() !== '';

const Essay = lazyPart(
  async () => (await import(/* webpackChunkName: "paper-parts" */ './essay.tsx')).Essay,
  { waiting: <Skeleton height={240} /> },
);
const Blanks = lazyPart(
  async () => (await import(/* webpackChunkName: "paper-parts" */ './blanks.tsx')).Blanks,
  { waiting: <Skeleton height={120} /> },
);

const written = {
  getHint: () => '',
  listOptions: () => [],
  choose: () => undefined,
};

/** All that differs between types of questions. */
export const questionKinds: Record<QuestionType, QuestionKind> = {
  A1: createChoice(),
  A2: createChoice(),
  X: createChoice({ isMultiple: true }),
  J: createChoice({ isStatement: true }),
  A34: createChoice(),
  B1: createChoice({ describeGroup: words.sharedOptions }),
  FB: {
    ...written,
    getHint: ({ blanks }) => (blanks?.any_order === 'Y' ? words.anyOrder : ''),
    describeGroup: words.sharedStem,
    isAnswered: ({ blanks }, answer) =>
      blanks?.around.slice(1).every((_, index) => hasText(answer[index])) ?? false,
    Answering: Blanks,
    Review: BlanksReview,
  },
  SA: {
    ...written,
    describeGroup: words.sharedStem,
    isAnswered: (_, answer) => answer.length > 0,
    Answering: Essay,
    Review: EssayReview,
  },
};

/** A newer server may ask what this page does not know. */
const unknownKind: QuestionKind = {
  ...written,
  describeGroup: words.sharedStem,
  isAnswered: (_, answer) => answer.some(hasText),
  Answering: UnknownQuestion,
  Review: UnknownReview,
};

export const getQuestionKind = (type: string): QuestionKind =>
  Object.hasOwn(questionKinds, type) ? questionKinds[type as QuestionType] : unknownKind;
