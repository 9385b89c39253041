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
export const unitsQuery = (area_id: string, keyword: string) =>
  queryOptions({
    queryKey: ['units', area_id, keyword],
    queryFn: ({ signal }) => send(unitSearch, { area_id, keyword }, { signal }),
    enabled: area_id !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** Units of an area and its sub-areas. */
export const unitTreeQuery = (area_id: string) =>
  queryOptions({
    queryKey: ['units', 'of', area_id],
    queryFn: ({ signal }) => send(unitTree, { area_id }, { signal }),
    staleTime: 60_000,
  });
