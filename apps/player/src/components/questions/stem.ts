import type { ExamItem } from '@cme/contract/study';
import { words } from './question.words.ts';

/** A stem as text, with its blanks numbered. */
export const describeStem = ({ stem, blanks }: Pick<ExamItem, 'stem' | 'blanks'>): string =>
  blanks
    ? blanks.around.map((text, at) => (at === 0 ? text : words.blankInStem(at) + text)).join('')
    : stem;
