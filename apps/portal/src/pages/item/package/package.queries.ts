import { send } from '@cme/commons/api-client';
import { packageDetail } from '@cme/contract';
import { queryOptions } from '@tanstack/react-query';

/** A package with its courses; what it costs depends on who asks. */
export const packageQuery = (id: string, mine = false) =>
  queryOptions({
    queryKey: ['content', 'package', id, mine],
    queryFn: ({ signal }) => send(packageDetail, { id }, { signal }),
    staleTime: mine ? 0 : 60_000,
  });
