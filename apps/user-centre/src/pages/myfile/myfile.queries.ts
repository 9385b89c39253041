import { send } from '@cme/commons/api-client';
import { learnReport } from '@cme/contract/study';
import { creditsList, creditsSummary } from '@cme/contract/credits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

const alwaysFresh = {
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  placeholderData: keepPreviousData,
} as const;

export const reportQuery = (year: number | undefined, month?: number) =>
  queryOptions({
    queryKey: ['learn', 'report', year, month],
    queryFn: ({ signal }) => send(learnReport, { year, month }, { signal }),
    ...alwaysFresh,
  });

export const yearQuery = (year: number) =>
  queryOptions({
    queryKey: ['credits', 'summary', year],
    queryFn: ({ signal }) => send(creditsSummary, { year }, { signal }),
    ...alwaysFresh,
  });

/** As many rows as fit on one print, which is enough for most years. */
export const ledgerQuery = (year: number, page: number) =>
  queryOptions({
    queryKey: ['credits', 'list', year, page, 100],
    queryFn: ({ signal }) => send(creditsList, { year, page, page_size: 100 }, { signal }),
    ...alwaysFresh,
  });
