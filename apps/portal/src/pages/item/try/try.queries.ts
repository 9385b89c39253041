import { send } from '@cme/commons/api-client';
import { queryOptions } from '@tanstack/react-query';

const tryDetail = async () => (await import('@cme/contract/study/trial')).tryDetail;

/** A trial with signed URLs, valid for half an hour. */
export const tryQuery = (id: string, sectionId: string, mine = false) =>
  queryOptions({
    queryKey: ['content', 'try', id, sectionId, mine],
    queryFn: ({ signal }) =>
      send(tryDetail, { id, ...(sectionId ? { section_id: sectionId } : {}) }, { signal }),
    staleTime: 600_000,
    refetchOnWindowFocus: false,
  });
