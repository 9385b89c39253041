import { send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import { type LiveMessage, liveMessages, liveRoom } from '@cme/contract/study/live-room';
import { queryOptions } from '@tanstack/react-query';

/** With the offset of the server's clock from this device's. */
export interface Room extends DataOf<typeof liveRoom> {
  clockOffset: number;
}

/** The room, with the offset of the server's clock from this device's. */
export const roomQuery = (id: string) =>
  queryOptions({
    queryKey: ['live', 'room', id],
    queryFn: async ({ signal }): Promise<Room> => {
      const room = await send(liveRoom, { id }, { signal });
      return { ...room, clockOffset: room.server_time - Date.now() };
    },
    staleTime: 0,
  });

interface Messages extends DataOf<typeof liveMessages> {
  list: LiveMessage[];
}

/** The messages; polled with the current version, so that most responses are empty. */
export const messagesQuery = (id: string, seconds: number, isLiving: boolean) =>
  queryOptions({
    queryKey: ['live', 'messages', id],
    queryFn: async ({ signal, client, queryKey }): Promise<Messages> => {
      const previous = client.getQueryData<Messages>(queryKey);
      const update = await send(liveMessages, { id, known: previous?.version ?? '' }, { signal });
      return { ...update, list: update.list ?? previous?.list ?? [] };
    },
    staleTime: 0,
    refetchInterval: isLiving ? seconds * 1000 : false,
  });
