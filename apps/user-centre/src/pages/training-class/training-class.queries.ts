import { send } from '@cme/commons/api-client';
import { type ClassTab, trainingclassList } from '@cme/contract/study';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

const pageSize = 10;

/** Enrolment changes on other pages, so classes are refetched on window focus. */
export const myClassesQuery = (tab: ClassTab, page: number) =>
  queryOptions({
    queryKey: ['trainingclass', 'mine', tab, page],
    queryFn: ({ signal }) =>
      send(trainingclassList, { mine: 'Y', tab, page, page_size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
