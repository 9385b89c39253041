import { send } from '@cme/commons/api-client';
import { queryOptions } from '@tanstack/react-query';

const tryDetail = async () => (await import('@cme/contract/study/trial')).tryDetail;

/** A trial with signed URLs, valid for half an hour. */
export const tryQuery = (id: string, section_id: string, mine = false) =>
  queryOptions({
    queryKey: ['content', 'try', id, section_id, mine],
    queryFn: ({ signal }) =>
      send(tryDetail, { id, ...(section_id ? { section_id } : {}) }, { signal }),
    staleTime: 600_000,
    refetchOnWindowFocus: false,
  });
