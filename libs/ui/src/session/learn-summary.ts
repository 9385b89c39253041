import { send } from '@cme/commons/api-client';
import { queryOptions } from '@tanstack/react-query';

const learnSummary = async () =>
  (await import(/* webpackChunkName: "calls" */ '@cme/contract/study/learning')).learnSummary;

/** This year of the signed-in person, and where they study now: for rings and for the one next
 * step. */
export const learnSummaryQuery = () =>
  queryOptions({
    queryKey: ['learn', 'summary'],
    queryFn: ({ signal }) => send(learnSummary, {}, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
