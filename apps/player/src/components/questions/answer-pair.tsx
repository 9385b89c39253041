import css from './review.module.css';
import { words } from './question.words.ts';

/** The learner's answer, next to the right one if available. */
export const AnswerPair = ({
  my,
  right,
  name,
}: {
  my: string;
  right: string | undefined;
  name: string;
}) => (
  <dl className={css.answers}>
    <div>
      <dt>{words.my}</dt>
      <dd>{my}</dd>
    </div>
    {right === undefined ? null : (
      <div>
        <dt>{name}</dt>
        <dd>{right}</dd>
      </div>
    )}
  </dl>
);
