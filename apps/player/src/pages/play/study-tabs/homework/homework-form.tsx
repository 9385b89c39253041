import { isCallFailed, send } from '@cme/commons/api-client';
import { type Homework, homeworkFileLimit, homeworkSave, homeworkSubmit } from '@cme/contract';
import { homeworkTextLimit } from '@cme/contract';
import { Button, Group, refresh, toast } from '@cme/ui';
import { FileField } from '@cme/ui/file-field';
import { Textarea } from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { courseQuery } from '../../../../components/course.queries.ts';
import { type HomeworkDraft, readDraft, writeDraft } from './draft.ts';
import css from './homework.module.css';
import { homeworkQuery } from './homework.queries.ts';
import { homeworkWords as words } from './homework.words.ts';

interface Props {
  task: Homework;
  courseId: string;
  learningId: string;
}

/**
 * Text and files, stored on the device while being edited, on the server as a draft, and finally
 * submitted.
 */
export function HomeworkForm({ task, courseId, learningId }: Props) {
  const { homework_id } = task;
  const { draft, keep, forget } = useDraft(task, learningId);
  const [isBusy, setBusy] = useState(false);
  const [validationError, setValidationError] = useState('');
  const write = useWriting(task, courseId, forget);
  const { text, files } = draft;
  const sendAs = (as: 'save' | 'submit') => {
    const isEmpty = text.trim() === '' && files.length === 0;
    const found = isBusy ? words.busy : as === 'submit' && isEmpty ? words.empty : '';
    setValidationError(found);
    if (!found) write.mutate({ as, draft });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sendAs('submit');
  };
  return (
    <form className={css.form} onSubmit={submit} aria-busy={write.isPending}>
      <Textarea
        label={words.text}
        value={text}
        rows={6}
        maxLength={homeworkTextLimit}
        description={words.count(text.length, homeworkTextLimit)}
        onChange={(event) => keep({ ...draft, text: event.currentTarget.value })}
      />
      <FileField
        label={words.files}
        kind="homework"
        name={`homework-${homework_id}`}
        hint={words.filesHint}
        most={homeworkFileLimit}
        value={files}
        onChange={(next) => keep({ ...draft, files: next })}
        onBusy={setBusy}
      />
      <Failure
        validationError={validationError}
        error={write.error}
        onStale={() => write.reload()}
      />
      <p className={css.facts}>{words.afterwards}</p>
      <Group gap="sm">
        <Button type="submit" loading={write.isPending}>
          {words.submit}
        </Button>
        <Button variant="default" disabled={write.isPending} onClick={() => sendAs('save')}>
          {words.save}
        </Button>
      </Group>
    </form>
  );
}

function useDraft(task: Homework, learningId: string) {
  const { homework_id, revision, text, files } = task;
  const [draft, setDraft] = useState<HomeworkDraft>(() => {
    const stored = readDraft(learningId, homework_id);
    // Input based on an older revision is kept; the server reports the conflict.
    return stored ?? { revision, text, files };
  });
  return {
    draft,
    keep(next: HomeworkDraft) {
      writeDraft(learningId, homework_id, next);
      setDraft(next);
    },
    forget: () => writeDraft(learningId, homework_id, undefined),
  };
}

function useWriting({ homework_id }: Homework, courseId: string, forget: () => void) {
  const client = useQueryClient();
  const reload = async () => {
    forget();
    await refresh(client, homeworkQuery(courseId));
  };
  const writing = useMutation({
    networkMode: 'always',
    mutationFn: ({ as, draft }: { as: 'save' | 'submit'; draft: HomeworkDraft }) =>
      send(as === 'submit' ? homeworkSubmit : homeworkSave, {
        homework_id,
        revision: draft.revision,
        text: draft.text,
        file_ids: draft.files.map(({ file_id }) => file_id),
      }),
    onSuccess: async (_, { as }) => {
      toast.success(as === 'submit' ? words.sent : words.saved);
      await reload();
      if (as === 'submit') await refresh(client, courseQuery(courseId));
    },
  });
  return { ...writing, reload: () => void reload() };
}

function Failure({
  validationError,
  error,
  onStale,
}: {
  validationError: string;
  error: Error | null;
  onStale: () => void;
}) {
  const isLost = error && (!isCallFailed(error) || [0, 502, 503].includes(error.statusCode));
  const message = validationError || (isLost ? words.kept : error?.message);
  if (!message) return null;
  return (
    <div role="alert" className={css.fault}>
      {message}
      {isCallFailed(error) && error.code === 'homework_stale' ? (
        <LoadNewest onConfirm={onStale} />
      ) : null}
    </div>
  );
}

/** Asks for confirmation before input is replaced, so that it can be copied. */
function LoadNewest({ onConfirm }: { onConfirm: () => void }) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked)
    return (
      <Button variant="default" onClick={() => setAsked(true)}>
        {words.stale}
      </Button>
    );
  return (
    <>
      <p>{words.replaces}</p>
      <Group gap="sm">
        <Button variant="default" onClick={onConfirm}>
          {words.replace}
        </Button>
        <Button variant="default" onClick={() => setAsked(false)}>
          {words.goOn}
        </Button>
      </Group>
    </>
  );
}
