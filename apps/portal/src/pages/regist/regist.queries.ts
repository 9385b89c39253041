import { send } from '@cme/commons/api-client';
import { areaSelection, areaTree } from '@cme/contract';
import { queryOptions } from '@tanstack/react-query';

/** Provinces down to counties, as a tree; it does not change during a visit. */
export const areasQuery = () =>
  queryOptions({
    queryKey: ['areas'],
    queryFn: async ({ signal }) => areaTree(await send(areaSelection, { flag: '4' }, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
