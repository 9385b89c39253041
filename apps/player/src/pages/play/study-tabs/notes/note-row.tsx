import { send } from '@cme/commons/api-client';
import { type Note, noteDelete, noteSave, noteTextLimit } from '@cme/contract/study';
import { Button, Group, toast } from '@cme/ui';
import { Checkbox, LongText } from '@cme/ui/forms';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatClock } from '../../../../components/words.ts';
import css from './notes.module.css';
import { noteWords as words } from './notes.words.ts';

/** Focuses a field that a button has opened. */
const focusElement = (element: HTMLElement | null) => element?.focus();

interface Props {
  note: Note;
  /** Absent if its section cannot be played yet. */
  jump: (() => void) | undefined;
  /** Called after a change, to refetch the lists. */
  onChanged: () => void;
}

/** A note with a link to its position; the learner's own can be edited and deleted. */
export function NoteRow({ note, jump, onChanged }: Props) {
  const [mode, setMode] = useState<'read' | 'edit' | 'delete'>('read');
  const time = formatClock(note.second);
  const remove = useMutation({
    mutationFn: () => send(noteDelete, { note_id: note.note_id }),
    onSuccess: () => {
      toast.success(words.deleted);
      onChanged();
    },
    onError: (error) => toast.error(error.message),
  });
  if (mode === 'edit')
    return <EditForm note={note} close={() => setMode('read')} onChanged={onChanged} />;
  return (
    <article className={css.note}>
      <p className={css.where}>
        {jump ? (
          <button type="button" className={css.time} aria-label={words.jump(time)} onClick={jump}>
            {time}
          </button>
        ) : (
          <span className={css.time}>{time}</span>
        )}
        <span className={css.section}>{note.section_title}</span>
      </p>
      <p className={css.text}>{note.text}</p>
      <p className={css.facts}>
        <span>
          {note.is_mine === 'Y' ? (note.is_public === 'Y' ? words.isPublic : '') : note.user_name}
        </span>
        <time dateTime={note.updated_at}>{note.updated_at.slice(0, 16)}</time>
      </p>
      {note.is_mine === 'Y' && mode === 'read' ? (
        <Group gap="xs">
          <Button
            variant="default"
            aria-label={words.of(words.edit, note.text)}
            onClick={() => setMode('edit')}
          >
            {words.edit}
          </Button>
          <Button
            variant="default"
            aria-label={words.of(words.delete, note.text)}
            onClick={() => setMode('delete')}
          >
            {words.delete}
          </Button>
        </Group>
      ) : null}
      {mode === 'delete' ? (
        <Group gap="xs">
          <Button
            color="red"
            ref={focusElement}
            loading={remove.isPending}
            aria-label={words.of(words.reallyDelete, note.text)}
            onClick={() => remove.mutate()}
          >
            {words.reallyDelete}
          </Button>
          <Button variant="default" onClick={() => setMode('read')}>
            {words.cancel}
          </Button>
        </Group>
      ) : null}
    </article>
  );
}

function EditForm({ note, close, onChanged }: Omit<Props, 'jump'> & { close: () => void }) {
  const [text, setText] = useState(note.text);
  const [isPublic, setPublic] = useState(note.is_public === 'Y');
  const save = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      send(noteSave, {
        request_id: crypto.randomUUID(),
        note_id: note.note_id,
        section_id: note.section_id,
        text,
        is_public: isPublic ? 'Y' : 'N',
      }),
    onSuccess: () => {
      toast.success(words.saved);
      onChanged();
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <LongText
        label={words.editLabel}
        ref={focusElement}
        value={text}
        most={noteTextLimit}
        rows={4}
        error={save.error?.message}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Checkbox
        label={words.share}
        checked={isPublic}
        onChange={(event) => setPublic(event.currentTarget.checked)}
      />
      <Group gap="xs">
        <Button type="submit" loading={save.isPending} disabled={text.trim() === ''}>
          {words.save}
        </Button>
        <Button variant="default" onClick={close}>
          {words.cancel}
        </Button>
      </Group>
    </form>
  );
}
