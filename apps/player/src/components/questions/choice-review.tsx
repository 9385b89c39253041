import { AnswerPair } from './answer-pair.tsx';
import type { ReviewProps } from './question.ts';
import css from './review.module.css';
import { words } from './question.words.ts';

/** The options with the learner's choice, and with the right ones if available. */
export function ChoiceReview({ item, isStatement }: ReviewProps & { isStatement: boolean }) {
  const { stem, options, my, right } = item;
  const toLetter = (index: number) => String.fromCharCode(65 + index);
  const format = (keys: readonly string[]) =>
    options
      .flatMap(({ key, text }, index) =>
        keys.includes(key) ? [isStatement ? text : toLetter(index)] : [],
      )
      .join('、') || words.none;
  return (
    <>
      <p className={css.stem}>{stem}</p>
      <ul className={css.options}>
        {options.map(({ key, text }, index) => (
          <li key={key} data-mine={my.includes(key)} data-right={right?.includes(key)}>
            <span className={css.sign} aria-hidden="true">
              {right?.includes(key) ? '✓' : my.includes(key) && right ? '✕' : ''}
            </span>
            <span>{isStatement ? text : `${toLetter(index)}. ${text}`}</span>
          </li>
        ))}
      </ul>
      <AnswerPair my={format(my)} right={right && format(right)} name={words.rightAnswer} />
    </>
  );
}
