import { send } from '@cme/commons/api-client';
import { queryOptions } from '@tanstack/react-query';

const learnSummary = async () =>
  (await import(/* webpackChunkName: "calls" */ '@cme/contract/study/learning')).learnSummary;

/** The user's current year and where they study: for the rings and the next step. */
export const learnSummaryQuery = () =>
  queryOptions({
    queryKey: ['learn', 'summary'],
    queryFn: ({ signal }) => send(learnSummary, {}, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
