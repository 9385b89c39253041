import type { SurveyQuestion } from '@cme/contract/study';
import { tooLong } from '@cme/contract/base';
import { useId } from 'react';
import { Matrix } from './matrix.tsx';
import css from './survey.module.css';
import { words } from './survey.words.ts';

interface Props {
  question: SurveyQuestion;
  no: number;
  answer: readonly string[];
  answerError: string | undefined;
  give: (answer: readonly string[]) => void;
}

/** A question with its input, whether it is required, and its error. */
export function Question({ question, no, answer, answerError, give }: Props) {
  const id = useId();
  const { type, stem, required } = question;
  return (
    <fieldset
      className={css.question}
      data-invalid={answerError ? 'true' : undefined}
      aria-describedby={answerError ? `${id}-error` : undefined}
      role={type === 'single' || type === 'rating' ? 'radiogroup' : undefined}
      aria-required={type === 'single' || type === 'rating' ? required === 'Y' : undefined}
    >
      <legend>
        <span className={css.no}>{words.numberOf(no)}</span>
        {stem}
        <span className={css.need} data-required={required}>
          {required === 'Y' ? words.required : words.optional}
        </span>
        {type === 'multiple' ? <span className={css.need}>{words.several}</span> : null}
      </legend>
      {answerError ? (
        <p className={css.error} id={`${id}-error`}>
          {answerError}
        </p>
      ) : null}
      <Field
        question={question}
        answer={answer}
        give={give}
        label={stem}
        isInvalid={answerError !== undefined}
      />
    </fieldset>
  );
}

function Field({
  question,
  answer,
  give,
  label,
  isInvalid,
}: Pick<Props, 'question' | 'answer' | 'give'> & { label: string; isInvalid: boolean }) {
  const { type, options, max_length, qid } = question;
  const [text = ''] = answer;
  switch (type) {
    case 'text':
      return (
        <>
          <textarea
            className={css.text}
            aria-label={label}
            aria-invalid={isInvalid}
            rows={4}
            value={text}
            onChange={({ target }) => give(target.value === '' ? [] : [target.value])}
          />
          <p className={css.count}>{words.written([...text].length, max_length)}</p>
          {[...text].length > max_length && !isInvalid ? (
            <p className={css.error} role="alert">
              {tooLong(max_length, [...text].length)}
            </p>
          ) : null}
        </>
      );
    case 'matrix':
      return <Matrix question={question} answer={answer} give={give} />;
    case 'multiple':
      return (
        <div className={css.options}>
          {options.map(({ key, text: name }) => (
            <label key={key} className={css.option}>
              <input
                type="checkbox"
                checked={answer.includes(key)}
                onChange={() =>
                  give(
                    answer.includes(key) ? answer.filter((item) => item !== key) : [...answer, key],
                  )
                }
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
      );
    default:
      return (
        <div className={type === 'rating' ? css.rating : css.options}>
          {options.map(({ key, text: name }) => (
            <label key={key} className={css.option}>
              <input
                type="radio"
                name={qid}
                checked={answer.includes(key)}
                onChange={() => give([key])}
              />
              {type === 'rating' ? <strong aria-hidden="true">{key}</strong> : null}
              <span>{name}</span>
            </label>
          ))}
        </div>
      );
  }
}
