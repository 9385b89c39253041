import { AnswerPair } from './answer-pair.tsx';
import type { ReviewProps } from './question.ts';
import css from './review.module.css';
import { words } from './question.words.ts';

/** A written answer next to the model answer. */
export const EssayReview = ({ item: { stem, my, right } }: ReviewProps) => (
  <>
    <p className={css.stem}>{stem}</p>
    <AnswerPair my={my[0] ?? words.none} right={right && (right[0] ?? '')} name={words.reference} />
  </>
);
