import { send } from '@cme/commons/api-client';
import { trainingclassList } from '@cme/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export const pageSize = 10;

/** Seats are given and taken back on other pages: coming back asks again. */
export const myClassesQuery = (page: number) =>
  queryOptions({
    queryKey: ['trainingclass', 'mine', page],
    queryFn: ({ signal }) =>
      send(trainingclassList, { mine: 'Y', page, page_size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
