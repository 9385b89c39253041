import { send } from '@cme/commons/api-client';
import { examList } from '@cme/contract/study';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type Tab = 'todo' | 'done';

/** Exams are taken in the player, so they are refetched on window focus. */
export const examsQuery = (tab: Tab, page: number) =>
  queryOptions({
    queryKey: ['exam', 'list', tab, page],
    queryFn: ({ signal }) => send(examList, { tab, page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
