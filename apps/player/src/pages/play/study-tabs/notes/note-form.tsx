import { isCallError, send } from '@cme/commons/api-client';
import { noteSave, noteTextLimit } from '@cme/contract/study';
import { Button, toast } from '@cme/ui';
import { refresh } from '@cme/shell';
import { Checkbox, LongText } from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { formatClock } from '../../../../components/words.ts';
import type { StudyPosition } from './study-position.ts';
import { type NoteDraft, readDraft, writeDraft } from './draft.ts';
import css from './notes.module.css';
import { noteWords as words } from './notes.words.ts';

interface Props {
  courseId: string;
  learningId: string;
  place: StudyPosition;
}

/** A network or temporary server error, which is worth a retry, unlike a refusal. */
const isTemporary = (error: unknown) =>
  !isCallError(error) || [0, 502, 503].includes(error.statusCode);

/**
 * A new note, at the position where typing started. It is stored on the device until it is saved,
 * and sent automatically once online.
 */
export function NoteForm({ courseId, learningId, place }: Props) {
  const { draft, change, save } = useDraft(courseId, learningId, place);
  const failure = save.error ? (isTemporary(save.error) ? words.kept : save.error.message) : '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft) save.mutate(draft);
  };
  const text = draft?.text ?? '';
  return (
    <form className={css.form} onSubmit={submit} aria-busy={save.isPending}>
      <LongText
        label={words.write}
        placeholder={words.placeholder}
        value={text}
        most={noteTextLimit}
        rows={4}
        error={failure}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <p className={css.facts}>
        <span>{draft ? words.at(formatClock(draft.second)) : ''}</span>
      </p>
      <Checkbox
        label={words.share}
        checked={draft?.is_public === 'Y'}
        disabled={!draft}
        onChange={(event) => change({ is_public: event.currentTarget.checked ? 'Y' : 'N' })}
      />
      <Button type="submit" loading={save.isPending} disabled={text.trim() === ''}>
        {words.save}
      </Button>
    </form>
  );
}

function useDraft(courseId: string, learningId: string, place: StudyPosition) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => readDraft(learningId));
  const storeDraft = (next: NoteDraft | undefined) => {
    writeDraft(learningId, next);
    setDraft(next);
  };
  const save = useMutation({
    // Fails at once while offline instead of being paused.
    networkMode: 'always',
    mutationFn: (note: NoteDraft) => send(noteSave, note),
    onSuccess: async () => {
      storeDraft(undefined);
      toast.success(words.saved);
      await Promise.all([
        refresh(client, { queryKey: ['player', 'notes', courseId] }),
        refresh(client, { queryKey: ['content', 'counts', courseId] }),
      ]);
    },
  });
  const { mutate, error } = save;
  useEffect(() => {
    if (!draft || !error || !isTemporary(error)) return;
    const retrySave = () => mutate(draft);
    addEventListener('online', retrySave);
    return () => removeEventListener('online', retrySave);
  }, [draft, error, mutate]);
  const change = (set: Partial<NoteDraft>) => {
    const current = draft ?? createDraft(place);
    if (!current) return;
    const next = { ...current, ...set };
    storeDraft(next.text === '' && next.is_public === 'N' ? undefined : next);
  };
  return { draft, change, save };
}

function createDraft({ section, second }: StudyPosition): NoteDraft | undefined {
  return (
    section && {
      text: '',
      is_public: 'N',
      section_id: section.section_id,
      second: Math.floor(second()),
      request_id: crypto.randomUUID(),
    }
  );
}
