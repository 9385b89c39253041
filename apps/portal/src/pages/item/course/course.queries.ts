import { send } from '@cme/commons/api-client';
import { queryOptions } from '@tanstack/react-query';

const contentCatalog = async () => (await import('@cme/contract/content/item')).contentCatalog;
const contentDetail = async () => (await import('@cme/contract/content/item')).contentDetail;
const contentRelated = async () => (await import('@cme/contract/content/item')).contentRelated;
const contentTeachers = async () => (await import('@cme/contract/content/item')).contentTeachers;

/**
 * Public data of a course; `mine` refetches it for the signed-in user, with the main action and
 * the progress.
 */
export const detailQuery = (id: string, mine = false) =>
  queryOptions({
    queryKey: ['content', 'detail', id, mine],
    queryFn: ({ signal }) => send(contentDetail, { content_type: 'C', id }, { signal }),
    staleTime: mine ? 0 : 60_000,
  });

export const catalogQuery = (id: string, mine = false) =>
  queryOptions({
    queryKey: ['content', 'catalog', id, mine],
    queryFn: ({ signal }) => send(contentCatalog, { content_type: 'C', id }, { signal }),
    staleTime: mine ? 0 : 60_000,
  });

export const teachersQuery = (id: string) =>
  queryOptions({
    queryKey: ['content', 'teachers', id],
    queryFn: ({ signal }) => send(contentTeachers, { content_type: 'C', id }, { signal }),
    staleTime: 60_000,
  });

export const relatedQuery = (id: string) =>
  queryOptions({
    queryKey: ['content', 'related', id],
    queryFn: ({ signal }) => send(contentRelated, { content_type: 'C', id }, { signal }),
    staleTime: 60_000,
  });
