import { send } from '@cme/commons/api-client';
import { noteList } from '@cme/contract/study';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type NoteScope = 'mine' | 'public';

export const notePageSize = 20;

export const notesQuery = (id: string, scope: NoteScope, page: number) =>
  queryOptions({
    queryKey: ['player', 'notes', id, scope, page],
    queryFn: ({ signal }) =>
      send(noteList, { id, scope, page, page_size: notePageSize }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
