import { send } from '@cme/commons/api-client';
import { ContentFilters } from '@cme/contract/content';
import { parsePage } from '@cme/ui/page-numbers';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

const contentList = async () => (await import('@cme/contract/content/catalogue')).contentList;

export const pageSize = 24;

/** `all`: both kinds of subjects, or the one in the URL. */
export type Kind = 'publicneed' | 'profession' | 'all';
const subjectOf = { publicneed: 'public', profession: 'pro', all: undefined } as const;

/** Parses filters from the URL; unknown values are ignored. */
export function parseFilters(kind: Kind, search: URLSearchParams) {
  const params = Object.fromEntries(
    [...search].filter(([key, value]) => value !== '' && key in ContentFilters.shape),
  );
  const parsed = ContentFilters.safeParse(params);
  const filters = parsed.success ? parsed.data : ContentFilters.parse(dropUnknown(params));
  return {
    ...filters,
    subject_kind: subjectOf[kind] ?? filters.subject_kind,
    keyword: '',
    page: parsePage(search),
  };
}
export type Filters = ReturnType<typeof parseFilters>;

function dropUnknown(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).filter(
      ([key, value]) => ContentFilters.safeParse({ [key]: value }).success,
    ),
  );
}

/** Whether a search URL has filters but no keyword. */
export const isFilteredList = (search: URLSearchParams): boolean =>
  !search.get('keyword') &&
  [...search].some(
    ([key, value]) =>
      key !== 'keyword' &&
      key in ContentFilters.shape &&
      ContentFilters.safeParse({ [key]: value }).success,
  );

/** A page of the list; `further` is its offset from the page in the URL. */
export const listQuery = (kind: Kind, search: URLSearchParams, furtherPages = 0) => {
  const filters = parseFilters(kind, search);
  const asked = { ...filters, page: filters.page + furtherPages };
  return queryOptions({
    queryKey: ['content', 'list', asked],
    queryFn: ({ signal }) => send(contentList, { ...asked, page_size: pageSize }, { signal }),
    staleTime: 30_000,
    ...(furtherPages === 0 ? { placeholderData: keepPreviousData } : {}),
  });
};
