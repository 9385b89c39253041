import { isCallFailed, send } from '@cme/commons/api-client';
import { type Survey, surveySubmit } from '@cme/contract';
import { refresh } from '@cme/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Draft, readDraft, writeDraft } from './draft.ts';
import { type AnswerErrors, updateErrors, findErrors } from './answer-errors.ts';
import { surveyQuery } from './survey.queries.ts';

/** The form of a survey: its draft, its errors, and sending it. */
export function useSurveyForm(survey: Survey, onSent: (isStored: boolean) => void) {
  const { survey_id, questions } = survey;
  const [draft, setDraft] = useState<Draft>(
    () =>
      readDraft(survey_id) ??
      Object.fromEntries(survey.answers.map(({ qid, answer }) => [qid, answer])),
  );
  const [errors, setErrors] = useState<AnswerErrors>({});
  const { mutate, isPending, error } = useSubmit(survey, draft, onSent);

  const answer = (qid: string, value: readonly string[]) => {
    const next = { ...draft, [qid]: value };
    setDraft(next);
    writeDraft(survey_id, next);
    const question = questions.find((candidate) => candidate.qid === qid);
    if (question) setErrors((before) => updateErrors(before, question, value));
  };
  /** Sends the draft, or returns the first question with an error. */
  const submit = () => {
    const found = findErrors(questions, draft);
    setErrors(found);
    const first = questions.find(({ qid }) => found[qid]);
    if (!first) mutate();
    return first;
  };
  return { draft, errors, answer, submit, isPending, error };
}

function useSubmit(survey: Survey, draft: Draft, onSent: (isStored: boolean) => void) {
  const { survey_id, course_id, questions } = survey;
  const client = useQueryClient();
  const query = surveyQuery(course_id, survey_id);
  const answers = questions.map(({ qid }) => ({ qid, answer: [...(draft[qid] ?? [])] }));
  return useMutation({
    mutationFn: () =>
      send(surveySubmit, {
        course_id,
        survey_id,
        answers: answers.filter(({ answer }) => answer.length > 0),
      }),
    onSuccess: ({ submitted_at, stored }) => {
      writeDraft(survey_id, undefined);
      client.setQueryData(
        query.queryKey,
        (before) => before && { ...before, survey_status: 'submitted', submitted_at, answers },
      );
      onSent(stored !== 'N');
      window.scrollTo(0, 0);
    },
    // A refund that began meanwhile closes the form; the draft stays in session storage.
    onError: (error) => {
      if (isCallFailed(error) && error.code === 'refund_pending') void refresh(client, query);
    },
  });
}
