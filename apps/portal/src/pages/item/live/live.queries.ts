import { send } from '@cme/commons/api-client';
import { queryOptions } from '@tanstack/react-query';

const liveDetail = async () => (await import('@cme/contract/study/live')).liveDetail;
const liveStatus = async () => (await import('@cme/contract/study/live')).liveStatus;

export const liveQuery = (id: string, mine = false) =>
  queryOptions({
    queryKey: ['content', 'live', id, mine],
    queryFn: ({ signal }) => send(liveDetail, { id }, { signal }),
    staleTime: mine ? 0 : 30_000,
  });

const pollMs = 20_000;

/**
 * The current state and the offset of this device's clock from the server's. Fetched in the
 * browser only, because rendered data are seconds old.
 */
export const liveStatusQuery = (id: string, mine: boolean) =>
  queryOptions({
    queryKey: ['content', 'live-status', id, mine],
    queryFn: async ({ signal }) => {
      const status = await send(liveStatus, { id }, { signal });
      return { ...status, clockOffset: status.server_time - Date.now() };
    },
    staleTime: 0,
    refetchInterval: pollMs,
  });
