import { send } from '@cme/commons/api-client';
import { longestKeyword, SearchFilters } from '@cme/contract/content';
import { parsePage } from '@cme/ui/page-numbers';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

const searchHot = async () => (await import('@cme/contract/content/search')).searchHot;
const searchIndex = async () => (await import('@cme/contract/content/search')).searchIndex;

export const pageSize = 20;

/** The keyword of the URL: the first, if there are several. */
export const readKeyword = (search: URLSearchParams): string =>
  (search.get('keyword') ?? '').trim();

/** Number of characters of a keyword that is too long, otherwise undefined. */
export const countExcess = (keyword: string): number | undefined =>
  keyword.length > longestKeyword ? keyword.length : undefined;

/** Whether there is something to search for. */
export const isSearchable = (search: URLSearchParams): boolean => {
  const keyword = readKeyword(search);
  return keyword !== '' && countExcess(keyword) === undefined;
};

/** Parses filters from the URL: the first value of each; unknown ones are ignored. */
export function parseFilters(search: URLSearchParams) {
  const first = [...new Set(search.keys())].map((key) => [key, search.get(key) ?? ''] as const);
  const filters = first.filter(
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
