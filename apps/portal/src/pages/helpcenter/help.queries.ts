import { send } from '@cme/commons/api-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

const helpBook = async () => (await import('@cme/contract/content/help')).helpBook;
const helpDetail = async () => (await import('@cme/contract/content/help')).helpDetail;
const helpList = async () => (await import('@cme/contract/content/help')).helpList;

const staleTime = 300_000;

/** The search keyword in the URL. */
export const readKeyword = (search: URLSearchParams): string =>
  (search.get('keyword') ?? '').trim();

/** The manual's tree; with a keyword only matching articles. */
export const treeQuery = (keyword = '') =>
  queryOptions({
    queryKey: ['help', 'list', keyword],
    queryFn: ({ signal }) => send(helpList, { keyword }, { signal }),
    ...(keyword ? { placeholderData: keepPreviousData } : {}),
    staleTime,
  });

export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: ['help', 'detail', id],
    queryFn: ({ signal }) => send(helpDetail, { id }, { signal }),
    staleTime,
  });

/** The complete manual of certificates. */
export const bookQuery = () =>
  queryOptions({
    queryKey: ['help', 'book', 'certificate'],
    queryFn: ({ signal }) => send(helpBook, { book: 'certificate' }, { signal }),
    staleTime,
  });
