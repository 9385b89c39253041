import type { QuestionKind } from './question.ts';

/** A free text, graded by a person. */
export const shortAnswer: QuestionKind = {
  name: '简答题',
  isGradedByHand: true,
  optionOrder: 'fixed',
  findFault: () => '',
  show: () => ({}),
  findAnswerFault: (_, answer) => (answer.length <= 1 ? '' : '答案格式不正确，请重新作答'),
  isAnswered: (_, answer) => answer.some((text) => text.trim() !== ''),
  grade: () => undefined,
  getRight: ({ part }) => [part.model],
  parseKey: () => undefined,
  formatKey: () => '',
};
