import { send } from '@cme/commons/api-client';
import { homeIndex } from '@cme/contract';
import { queryOptions } from '@tanstack/react-query';

export const homeQuery = () =>
  queryOptions({
    queryKey: ['home', 'index'],
    queryFn: ({ signal }) => send(homeIndex, {}, { signal }),
    staleTime: 60_000,
  });
