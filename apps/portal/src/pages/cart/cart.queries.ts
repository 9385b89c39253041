import { send } from '@cme/commons/api-client';
import { homeRecommend } from '@cme/contract/content';
import { shopplistList } from '@cme/contract/payment';
import { queryOptions } from '@tanstack/react-query';

/** The cart's rows with current states and prices; refetched on window focus. */
export const cartQuery = () =>
  queryOptions({
    queryKey: ['shopplist', 'list'],
    queryFn: ({ signal }) => send(shopplistList, {}, { signal }),
    staleTime: 0,
  });

export const recommendQuery = () =>
  queryOptions({
    queryKey: ['home', 'recommend'],
    queryFn: ({ signal }) => send(homeRecommend, {}, { signal }),
    staleTime: 60_000,
  });
