import { send } from '@cme/commons/api-client';
import type { NewsType } from '@cme/contract/content';
import { parsePage } from '@cme/ui/page-numbers';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

const newsDetail = async () => (await import('@cme/contract/content/news')).newsDetail;
const newsList = async () => (await import('@cme/contract/content/news')).newsList;

export const pageSize = 12;

/** Type and page in the URL; unknown values are ignored. */
export function parseList(search: URLSearchParams): { type: NewsType | ''; page: number } {
  const type = search.get('type');
  return {
    type: type === 'N' || type === 'B' ? type : '',
    page: parsePage(search),
  };
}

export const newsQuery = (search: URLSearchParams) => {
  const asked = parseList(search);
  return queryOptions({
    queryKey: ['news', 'list', asked],
    queryFn: ({ signal }) => send(newsList, { ...asked, page_size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
};

export const newsItemQuery = (id: string) =>
  queryOptions({
    queryKey: ['news', 'detail', id],
    queryFn: ({ signal }) => send(newsDetail, { id }, { signal }),
    staleTime: 60_000,
  });
