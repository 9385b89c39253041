import { send } from '@cme/commons/api-client';
import { homeIndex, learnSummary } from '@cme/contract';
import { queryOptions } from '@tanstack/react-query';

export const homeQuery = () =>
  queryOptions({ queryKey: ['home', 'index'], queryFn: ({ signal }) => send(homeIndex, {}, { signal }), staleTime: 60_000 });

export const summaryQuery = () =>
  queryOptions({ queryKey: ['learn', 'summary'], queryFn: ({ signal }) => send(learnSummary, {}, { signal }), staleTime: 0 });
