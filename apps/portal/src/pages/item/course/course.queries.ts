import { send } from '@cme/commons/api-client';
import {
  appraiseList,
  contentCatalog,
  contentDetail,
  contentRelated,
  contentTeachers,
  resourceList,
} from '@cme/contract';
import { queryOptions } from '@tanstack/react-query';

/** The public face of a course; `mine` asks again as the person who is signed in, for the button
 * and the progress. */
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

export const appraisePageSize = 10;

/** What learners say; `mine` adds what the person may do. */
export const appraisesQuery = (id: string, page: number, mine = false) =>
  queryOptions({
    queryKey: ['content', 'appraises', id, page, mine],
    queryFn: ({ signal }) =>
      send(appraiseList, { content_type: 'C', id, page, page_size: appraisePageSize }, { signal }),
    staleTime: mine ? 0 : 60_000,
  });

export const resourcesQuery = (id: string, mine = false) =>
  queryOptions({
    queryKey: ['content', 'resources', id, mine],
    queryFn: ({ signal }) => send(resourceList, { content_type: 'C', id }, { signal }),
    staleTime: mine ? 0 : 60_000,
  });
