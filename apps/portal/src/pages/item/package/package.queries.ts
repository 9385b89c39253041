import { send } from '@cme/commons/api-client';
import { queryOptions } from '@tanstack/react-query';

const packageDetail = async () => (await import('@cme/contract/content/item')).packageDetail;

/** A package with its courses; the price depends on the user. */
export const packageQuery = (id: string, mine = false) =>
  queryOptions({
    queryKey: ['content', 'package', id, mine],
    queryFn: ({ signal }) => send(packageDetail, { id }, { signal }),
    staleTime: mine ? 0 : 60_000,
  });
