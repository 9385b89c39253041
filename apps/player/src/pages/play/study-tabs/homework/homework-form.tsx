import { isCallError, send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import {
  type Homework,
  homeworkFileLimit,
  type homeworkList,
  homeworkSave,
  homeworkSubmit,
  homeworkTextLimit,
} from '@cme/contract/study';
import { Button, Group, toast } from '@cme/ui';
import { refresh } from '@cme/shell';
import { FileField } from '@cme/shell/file-field';
import { LongText } from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { courseQuery } from '../../../../components/course.queries.ts';
import { type HomeworkDraft, isSameContent, readDraft, writeDraft } from './draft.ts';
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
  const saved = (sent: HomeworkDraft, { revision }: Homework) => {
    if (isSameContent(draft, sent)) forget();
    // What was typed while the draft was being saved is an edit of the saved one.
    else keep({ ...draft, revision });
  };
  const { write, load } = useWriting(task, courseId, { saved, forget });
  const { text, files } = draft;
  const sendAs = (as: 'save' | 'submit') => {
    const isEmpty = text.trim() === '' && files.length === 0;
    const found = isBusy ? words.busy : as === 'submit' && isEmpty ? words.empty : '';
    setValidationError(found);
    load.reset();
    if (!found) write.mutate({ as, draft });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sendAs('submit');
  };
  return (
    <form className={css.form} onSubmit={submit} aria-busy={write.isPending}>
      <LongText
        label={words.text}
        value={text}
        rows={6}
        most={homeworkTextLimit}
        readOnly={write.isPending && write.variables.as === 'submit'}
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
        error={load.error ?? write.error}
        isStale={isCallError(write.error) && write.error.code === 'homework_stale'}
        onLoad={() => load.mutate()}
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

function useDraft({ homework_id, revision, text, files }: Homework, learningId: string) {
  // Input based on an older revision is kept; the server reports the conflict.
  const [edited, setEdited] = useState(() => readDraft(learningId, homework_id));
  const keep = (next: HomeworkDraft | undefined) => {
    writeDraft(learningId, homework_id, next);
    setEdited(next);
  };
  return {
    draft: edited ?? { revision, text, files },
    keep,
    forget: () => keep(undefined),
  };
}

interface DraftUpdates {
  saved(sent: HomeworkDraft, stored: Homework): void;
  forget(): void;
}

function useWriting({ homework_id }: Homework, courseId: string, { saved, forget }: DraftUpdates) {
  const client = useQueryClient();
  const query = homeworkQuery(courseId);
  const write = useMutation({
    networkMode: 'always',
    mutationFn: ({ as, draft }: { as: 'save' | 'submit'; draft: HomeworkDraft }) =>
      send(as === 'submit' ? homeworkSubmit : homeworkSave, {
        homework_id,
        revision: draft.revision,
        text: draft.text,
        file_ids: draft.files.map(({ file_id }) => file_id),
      }),
    onSuccess: async ({ homework }, { as, draft }) => {
      toast.success(as === 'submit' ? words.sent : words.saved);
      await client.cancelQueries(query);
      client.setQueryData(query.queryKey, (data) => data && withTask(data, homework));
      if (as === 'save') return saved(draft, homework);
      forget();
      await refresh(client, courseQuery(courseId));
    },
  });
  /** What was typed is given up only once the newer content has arrived. */
  const load = useMutation({
    networkMode: 'always',
    mutationFn: () => client.fetchQuery({ ...query, networkMode: 'always' }),
    onSuccess() {
      write.reset();
      forget();
    },
  });
  return { write, load };
}

const withTask = (data: DataOf<typeof homeworkList>, task: Homework) => ({
  ...data,
  list: data.list.map((one) => (one.homework_id === task.homework_id ? task : one)),
});

interface FailureProps {
  validationError: string;
  error: Error | null;
  isStale: boolean;
  onLoad(): void;
}

function Failure({ validationError, error, isStale, onLoad }: FailureProps) {
  const isLost = error && (!isCallError(error) || [0, 502, 503].includes(error.statusCode));
  const message = validationError || (isLost ? words.kept : error?.message);
  if (!message) return null;
  return (
    <div role="alert" className={css.fault}>
      {message}
      {isStale && !validationError ? <LoadNewest onConfirm={onLoad} /> : null}
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
