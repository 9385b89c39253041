import { send } from '@cme/commons/api-client';
import { noteList } from '@cme/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';

export type NoteScope = 'mine' | 'public';

const pageSize = 20;

export const notesQuery = (id: string, scope: NoteScope) =>
  infiniteQueryOptions({
    queryKey: ['player', 'notes', id, scope],
    queryFn: ({ pageParam, signal }) =>
      send(noteList, { id, scope, page: pageParam, page_size: pageSize }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * pageSize < total ? page + 1 : undefined),
    staleTime: 0,
  });
