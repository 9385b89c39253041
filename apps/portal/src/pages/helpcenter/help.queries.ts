import { send } from '@cme/commons/api-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

const helpBook = async () => (await import('@cme/contract/content/help')).helpBook;
const helpDetail = async () => (await import('@cme/contract/content/help')).helpDetail;
const helpList = async () => (await import('@cme/contract/content/help')).helpList;

const staleTime = 300_000;

/** What the address searches for. */
export const keywordOf = (search: URLSearchParams): string =>
  (search.get('keyword') ?? '').trim().slice(0, 50);

/** The manual's tree; with a keyword only what contains it. */
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

/** The manual of certificates, whole. */
export const bookQuery = () =>
  queryOptions({
    queryKey: ['help', 'book', 'certificate'],
    queryFn: ({ signal }) => send(helpBook, { book: 'certificate' }, { signal }),
    staleTime,
  });
