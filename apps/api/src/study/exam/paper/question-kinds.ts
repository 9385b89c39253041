import type { QuestionType } from '@cme/contract/study';
import { fillBlanks } from './blanks.rules.ts';
import { createChoice } from './choice.rules.ts';
import type { QuestionKind } from './question.ts';
import { shortAnswer } from './short-answer.rules.ts';

/** All that differs between types of questions. A new type is a line here and one in the player. */
export const questionKinds: Record<QuestionType, QuestionKind> = {
  A1: createChoice('单选题'),
  A2: createChoice('病例单选题'),
  X: createChoice('多选题', { isMultiple: true }),
  J: createChoice('判断题', { optionOrder: 'fixed' }),
  A34: createChoice('病例组题'),
  B1: createChoice('配伍题', { optionOrder: 'shared' }),
  FB: fillBlanks,
  SA: shortAnswer,
};
