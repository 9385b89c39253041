import { send } from '@cme/commons/api-client';
import { areaSelection, areaTree } from '@cme/contract/site';
import { unitSearch, unitTree } from '@cme/contract/person';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** Tree of provinces, cities and counties; it does not change during a visit. */
export const areasQuery = () =>
  queryOptions({
    queryKey: ['areas'],
    queryFn: async ({ signal }) => areaTree(await send(areaSelection, { flag: '4' }, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Units of an area whose names match the keyword. */
export const unitsQuery = (areaId: string, keyword: string) =>
  queryOptions({
    queryKey: ['units', areaId, keyword],
    queryFn: ({ signal }) => send(unitSearch, { area_id: areaId, keyword }, { signal }),
    enabled: areaId !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** Units of an area and its sub-areas. */
export const unitTreeQuery = (areaId: string) =>
  queryOptions({
    queryKey: ['units', 'of', areaId],
    queryFn: ({ signal }) => send(unitTree, { area_id: areaId }, { signal }),
    staleTime: 60_000,
  });
