import type { ReactNode } from 'react';
import css from './question.module.css';
import { words } from './question.words.ts';

/** A question named by its stem. */
export const QuestionFrame = ({ stem, children }: { stem: string; children: ReactNode }) => (
  <fieldset className={css.fieldset}>
    <legend className={css.stem}>{stem}</legend>
    {children}
  </fieldset>
);

export const Picture = ({ image }: { image: string }) =>
  image ? <img className={css.image} src={image} alt={words.picture} /> : null;
