import { send } from '@cme/commons/api-client';
import { learnList, type learnTabs } from '@cme/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type Tab = (typeof learnTabs)[number];

export const listQuery = (tab: Tab, page: number) =>
  queryOptions({
    queryKey: ['learn', 'list', tab, page],
    queryFn: ({ signal }) => send(learnList, { tab, page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
