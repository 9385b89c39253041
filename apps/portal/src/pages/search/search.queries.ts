import { send } from '@cme/commons/api-client';
import { SearchFilters } from '@cme/contract/content';
import { parsePage } from '@cme/ui/page-numbers';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

const searchHot = async () => (await import('@cme/contract/content/search')).searchHot;
const searchIndex = async () => (await import('@cme/contract/content/search')).searchIndex;

export const pageSize = 20;

/** Parses filters from the URL; unknown values are ignored. */
export function parseFilters(search: URLSearchParams) {
  const filters = [...search].filter(
    ([key, value]) =>
      value !== '' &&
      key in SearchFilters.shape &&
      SearchFilters.safeParse({ [key]: value }).success,
  );
  return {
    ...SearchFilters.parse(Object.fromEntries(filters)),
    page: parsePage(search),
  };
}
export type Filters = ReturnType<typeof parseFilters>;

export const resultsQuery = (search: URLSearchParams) => {
  const filters = parseFilters(search);
  return queryOptions({
    queryKey: ['search', 'index', filters],
    queryFn: ({ signal }) => send(searchIndex, { ...filters, page_size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
};

/** Hot words, for a search without a keyword. */
export const hotQuery = () =>
  queryOptions({
    queryKey: ['search', 'hot', 'page'],
    queryFn: ({ signal }) => send(searchHot, {}, { signal }),
    staleTime: 300_000,
  });
