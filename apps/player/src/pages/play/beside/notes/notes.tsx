import type { DataOf, playerCourse } from '@cme/contract';
import { Button, EmptyState, ErrorState, refresh, Skeleton } from '@cme/ui';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Place } from '../place.ts';
import { NoteForm } from './note-form.tsx';
import { NoteRow } from './note-row.tsx';
import css from './notes.module.css';
import { type NoteScope, notesQuery } from './notes.queries.ts';
import { noteWords as words } from './notes.words.ts';

interface Props {
  course: DataOf<typeof playerCourse>;
  place: Place;
}

/** Writing notes while the video plays, and the way back from a note to its second. */
export function Notes({ course, place }: Props) {
  const [scope, setScope] = useState<NoteScope>('mine');
  return (
    <>
      <NoteForm courseId={course.course_id} learningId={course.learning_id} place={place} />
      <div role="group" aria-label={words.scope} className={css.scopes}>
        {(['mine', 'public'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={scope === name}
            onClick={() => setScope(name)}
          >
            {words.scopes[name]}
          </button>
        ))}
      </div>
      <List key={scope} scope={scope} course={course} place={place} />
    </>
  );
}

function List({ scope, course, place }: Props & { scope: NoteScope }) {
  const client = useQueryClient();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    notesQuery(course.course_id, scope),
  );
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  const notes = data.pages.flatMap(({ list }) => list);
  if (notes.length === 0)
    return <EmptyState text={words.none[scope]} hint={scope === 'mine' ? words.noneHint : ''} />;
  const playable = new Set(
    course.chapters.flatMap(({ sections }) =>
      sections
        .filter(({ section_status }) => section_status !== 'locked')
        .map(({ section_id }) => section_id),
    ),
  );
  const onChanged = () => {
    void refresh(client, { queryKey: ['player', 'notes', course.course_id] });
    void refresh(client, { queryKey: ['content', 'counts', course.course_id] });
  };
  return (
    <>
      <ul className={css.list} aria-label={words.list}>
        {notes.map((note) => (
          <li key={note.note_id}>
            <NoteRow
              note={note}
              jump={playable.has(note.section_id) ? () => place.jump(note) : undefined}
              onChanged={onChanged}
            />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button
          variant="default"
          fullWidth
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {words.more}
        </Button>
      ) : null}
    </>
  );
}
