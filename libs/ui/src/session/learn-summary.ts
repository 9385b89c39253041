import { send } from '@cme/commons/api-client';
import { learnSummary } from '@cme/contract';
import { queryOptions } from '@tanstack/react-query';

/** This year of the signed-in person, and where they study now: for rings and for the one next
 * step. */
export const learnSummaryQuery = () =>
  queryOptions({
    queryKey: ['learn', 'summary'],
    queryFn: ({ signal }) => send(learnSummary, {}, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
