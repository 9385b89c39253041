import { send } from '@cme/commons/api-client';
import { queryOptions } from '@tanstack/react-query';

const homeIndex = async () => (await import('@cme/contract/content/home')).homeIndex;

export const homeQuery = () =>
  queryOptions({
    queryKey: ['home', 'index'],
    queryFn: ({ signal }) => send(homeIndex, {}, { signal }),
    staleTime: 60_000,
  });
