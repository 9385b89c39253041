import { send } from '@cme/commons/api-client';
import {
  messageDelete,
  messageList,
  messageRead,
  messageRestore,
  type MessageTab,
} from '@cme/contract';
import { refresh, userInfoQuery } from '@cme/ui';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

export const noticesQuery = (tab: MessageTab, page: number) =>
  queryOptions({
    queryKey: ['message', 'list', tab, page],
    queryFn: ({ signal }) => send(messageList, { tab, page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

const calls = { read: messageRead, delete: messageDelete, restore: messageRestore };
export type MarkName = keyof typeof calls;

/** What a change leaves unread is shown in the head at once; the session's watch tells the other
 * domains. */
export function useUnread() {
  const client = useQueryClient();
  return async (unread_count: number) => {
    client.setQueryData(userInfoQuery().queryKey, (user) => user && { ...user, unread_count });
    await refresh(client, { queryKey: ['message'] });
  };
}

/** Marks one message. The call outlives the page: reading is often leaving. */
export function useMark() {
  const tell = useUnread();
  return useMutation({
    mutationFn: ({ mark, message_id }: { mark: MarkName; message_id: string }) =>
      send(calls[mark], { message_id }, { keepalive: true }),
    onSuccess: ({ unread_count }) => tell(unread_count),
  });
}
