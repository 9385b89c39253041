import type { DataOf } from '@cme/contract/base';
import type { playerCourse } from '@cme/contract/study';
import { EmptyState, ErrorState, Pager, Skeleton } from '@cme/ui';
import { refresh } from '@cme/shell';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StudyPosition } from './study-position.ts';
import { NoteForm } from './note-form.tsx';
import { NoteRow } from './note-row.tsx';
import css from './notes.module.css';
import { notePageSize, type NoteScope, notesQuery } from './notes.queries.ts';
import { noteWords as words } from './notes.words.ts';

interface Props {
  course: DataOf<typeof playerCourse>;
  place: StudyPosition;
}

/** Taking notes while the video plays, with links back to their positions. */
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
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(notesQuery(course.course_id, scope, page));
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  if (data.total === 0)
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
        {data.list.map((note) => (
          <li key={note.note_id}>
            <NoteRow
              note={note}
              jump={playable.has(note.section_id) ? () => place.jump(note) : undefined}
              onChanged={onChanged}
            />
          </li>
        ))}
      </ul>
      <Pager total={data.total} pageSize={notePageSize} page={page} onChange={setPage} />
    </>
  );
}
