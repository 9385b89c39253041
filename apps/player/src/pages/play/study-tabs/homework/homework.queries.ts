import { send } from '@cme/commons/api-client';
import { homeworkList } from '@cme/contract/study';
import { queryOptions } from '@tanstack/react-query';

export const homeworkQuery = (id: string) =>
  queryOptions({
    queryKey: ['player', 'homework', id],
    queryFn: ({ signal }) => send(homeworkList, { id }, { signal }),
    staleTime: 0,
  });
