import { isCallError, send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import { type Survey, surveySubmit } from '@cme/contract/study';
import { refresh } from '@cme/shell';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Draft, type DraftOwner, readDraft, writeDraft } from './draft.ts';
import { type AnswerErrors, updateErrors, findErrors } from './answer-errors.ts';
import { surveyQuery } from './survey.queries.ts';

/** Answers that another page has stored since this one was opened. */
interface StoredMeanwhile {
  answers: Survey['answers'];
  version: number | undefined;
  submitted_at: string;
}

const toDraft = (answers: Survey['answers']): Draft =>
  Object.fromEntries(answers.map(({ qid, answer }) => [qid, answer]));

/** The form of a survey: its draft, its errors, and sending it. */
export function useSurveyForm(
  survey: Survey,
  owner: DraftOwner,
  onSent: (isStored: boolean) => void,
) {
  const { questions } = survey;
  const [{ storedDraft, baseVersion }] = useState(() => {
    const stored = readDraft(owner);
    return { storedDraft: stored?.draft, baseVersion: stored?.version ?? survey.version };
  });
  const [draft, setDraft] = useState<Draft>(() => storedDraft ?? toDraft(survey.answers));
  const [errors, setErrors] = useState<AnswerErrors>({});
  const { mutate, isPending, error, meanwhile, finish } = useSubmit(survey, draft, (isStored) => {
    writeDraft(owner, undefined);
    onSent(isStored);
  });

  const answer = (qid: string, value: readonly string[]) => {
    const next = { ...draft, [qid]: value };
    setDraft(next);
    writeDraft(owner, { draft: next, version: baseVersion });
    const question = questions.find((candidate) => candidate.qid === qid);
    if (question) setErrors((before) => updateErrors(before, question, value));
  };
  /** Sends the draft in place of that version, or returns the first question with an error. */
  const sendInPlaceOf = (version: number | undefined) => {
    const found = findErrors(questions, draft);
    setErrors(found);
    const first = questions.find(({ qid }) => found[qid]);
    if (!first) mutate(version);
    return first;
  };
  return {
    draft,
    errors,
    answer,
    submit: () => sendInPlaceOf(meanwhile ? meanwhile.version : baseVersion),
    keepStored: () => meanwhile && finish(meanwhile, true),
    meanwhile,
    isPending,
    error,
  };
}

function useSubmit(survey: Survey, draft: Draft, onSent: (isStored: boolean) => void) {
  const { survey_id, course_id, questions } = survey;
  const client = useQueryClient();
  const query = surveyQuery(course_id, survey_id);
  const [meanwhile, setMeanwhile] = useState<StoredMeanwhile>();
  const answers = questions
    .map(({ qid }) => ({ qid, answer: [...(draft[qid] ?? [])] }))
    .filter(({ answer }) => answer.length > 0);
  const finish = (stored: StoredMeanwhile, isStored: boolean) => {
    client.setQueryData(
      query.queryKey,
      (before) => before && { ...before, ...stored, survey_status: 'submitted' },
    );
    onSent(isStored);
    window.scrollTo(0, 0);
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (baseVersion: number | undefined) =>
      send(surveySubmit, {
        course_id,
        survey_id,
        answers,
        ...(baseVersion !== undefined && { base_version: baseVersion }),
      }),
    onSuccess: (reply: DataOf<typeof surveySubmit>) => {
      const { submitted_at, version, stored, stored_answers } = reply;
      if (stored_answers) setMeanwhile({ answers: stored_answers, version, submitted_at });
      else finish({ answers, version, submitted_at }, stored !== 'N');
    },
    // A refund that began meanwhile closes the form; the draft stays in session storage.
    onError: (error) => {
      if (isCallError(error) && error.code === 'refund_pending') void refresh(client, query);
    },
  });
  return { mutate, isPending, error, meanwhile, finish };
}
