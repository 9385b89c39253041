import type { Survey } from '@cme/contract/study';
import { Button } from '@cme/ui';
import { type FormEvent, useRef } from 'react';
import { formatErrorSummary, formatError } from './answer-errors.ts';
import type { DraftOwner } from './draft.ts';
import { Question } from './question.tsx';
import { StoredMeanwhile } from './stored-meanwhile.tsx';
import css from './survey.module.css';
import { words } from './survey.words.ts';
import { useSurveyForm } from './use-survey-form.ts';

interface Props {
  survey: Survey;
  owner: DraftOwner;
  onSent: (isStored: boolean) => void;
}

/** The form: errors are shown at their questions, and the first one is focused. */
export function Questions({ survey, owner, onSent }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { draft, errors, answer, submit, keepStored, meanwhile, isPending, error } = useSurveyForm(
    survey,
    owner,
    onSent,
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const invalid = submit();
    if (!invalid) return;
    const field = form.current?.querySelector<HTMLElement>(`[data-question="${invalid.qid}"]`);
    (field?.querySelector<HTMLElement>('input, textarea') ?? field)?.focus();
  };
  const alert = formatErrorSummary(errors) || error?.message;
  const neededForCredit = survey.required_for_credit === 'Y' ? words.neededForCredit : '';
  return (
    <form ref={form} onSubmit={onSubmit} noValidate aria-busy={isPending}>
      {survey.purpose ? <p className={css.purpose}>{survey.purpose}</p> : null}
      <p className={css.faint}>{`${neededForCredit}${words.draftKept}`}</p>
      <ol className={css.questions}>
        {survey.questions.map((question, index) => {
          const answerError = errors[question.qid];
          return (
            <li key={question.qid} data-question={question.qid}>
              <Question
                question={question}
                no={index + 1}
                answer={draft[question.qid] ?? []}
                answerError={answerError && formatError(answerError)}
                give={(value) => answer(question.qid, value)}
              />
            </li>
          );
        })}
      </ol>
      {meanwhile ? (
        <StoredMeanwhile questions={survey.questions} stored={meanwhile.answers} draft={draft} />
      ) : null}
      <div className={css.end}>
        {alert ? (
          <p role="alert" className={css.error}>
            {alert}
          </p>
        ) : null}
        <Button type="submit" size="lg" loading={isPending}>
          {meanwhile ? words.replaceStored : words.submit}
        </Button>
        {meanwhile ? (
          <Button size="lg" variant="default" disabled={isPending} onClick={keepStored}>
            {words.keepStored}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
