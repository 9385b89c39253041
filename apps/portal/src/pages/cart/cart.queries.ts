import { send } from '@cme/commons/api-client';
import { homeRecommend, shopplistList } from '@cme/contract';
import { queryOptions } from '@tanstack/react-query';

/** The rows as they stand now: states and prices are asked for again whenever the page is come
 * back to. */
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
