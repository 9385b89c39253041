import { isCallFailed, send } from '@cme/commons/api-client';
import { type Survey, surveySubmit } from '@cme/contract';
import { Button, refresh } from '@cme/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { type Draft, readDraft, writeDraft } from './draft.ts';
import { faultOf, faultsOf, faultWords } from './faults.ts';
import { Question } from './question.tsx';
import css from './survey.module.css';
import { surveyQuery } from './survey.queries.ts';
import { words } from './survey.words.ts';

/** The form: faults stand at their question, the first of them takes the focus. */
export function Questions({ survey, sent }: { survey: Survey; sent: () => void }) {
  const { survey_id, course_id, questions } = survey;
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>(
    () =>
      readDraft(survey_id) ??
      Object.fromEntries(survey.answers.map(({ qid, answer }) => [qid, answer])),
  );
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      send(surveySubmit, {
        course_id,
        survey_id,
        answers: questions.flatMap(({ qid }) =>
          draft[qid]?.length ? [{ qid, answer: [...(draft[qid] ?? [])] }] : [],
        ),
      }),
    onSuccess: ({ submitted_at }) => {
      writeDraft(survey_id, undefined);
      client.setQueryData(
        surveyQuery(course_id, survey_id).queryKey,
        (before) =>
          before && {
            ...before,
            survey_status: 'submitted',
            submitted_at,
            answers: questions.map(({ qid }) => ({ qid, answer: [...(draft[qid] ?? [])] })),
          },
      );
      sent();
      window.scrollTo(0, 0);
    },
    // A refund that was asked for meanwhile closes the form; what is filled in stays with the tab.
    onError: (failed) => {
      if (!isCallFailed(failed) || failed.code !== 'refund_pending') return;
      void refresh(client, surveyQuery(course_id, survey_id));
    },
  });

  const answer = (qid: string, given: readonly string[]) => {
    const next = { ...draft, [qid]: given };
    setDraft(next);
    writeDraft(survey_id, next);
    const question = questions.find((one) => one.qid === qid);
    // A fault goes as soon as it is mended; a new one waits for sending.
    if (question && faults[qid])
      setFaults(({ [qid]: _, ...rest }) => ({
        ...rest,
        ...(faultOf(question, given) && { [qid]: faultOf(question, given) }),
      }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(questions, draft);
    setFaults(found);
    const first = questions.find(({ qid }) => found[qid]);
    if (!first) return mutate();
    const field = form.current?.querySelector<HTMLElement>(`[data-question="${first.qid}"]`);
    (field?.querySelector<HTMLElement>('input, textarea') ?? field)?.focus();
  };
  const said = faultWords(questions, draft, faults) || error?.message;
  return (
    <form ref={form} onSubmit={submit} noValidate aria-busy={isPending}>
      {survey.purpose ? <p className={css.purpose}>{survey.purpose}</p> : null}
      <p
        className={css.faint}
      >{`${survey.required_for_credit === 'Y' ? words.neededForCredit : ''}${words.draftKept}`}</p>
      <ol className={css.questions}>
        {questions.map((question, at) => (
          <li key={question.qid} data-question={question.qid}>
            <Question
              question={question}
              no={at + 1}
              answer={draft[question.qid] ?? []}
              fault={faults[question.qid]}
              give={(given) => answer(question.qid, given)}
            />
          </li>
        ))}
      </ol>
      <div className={css.end}>
        {said ? (
          <p role="alert" className={css.fault}>
            {said}
          </p>
        ) : null}
        <Button type="submit" size="lg" loading={isPending}>
          {words.submit}
        </Button>
      </div>
    </form>
  );
}
