import { send } from '@cme/commons/api-client';
import {
  messageDelete,
  messageList,
  messageRead,
  messageRestore,
  type MessageTab,
} from '@cme/contract/person';
import { refresh, userInfoQuery } from '@cme/shell';
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

/**
 * Updates the unread count in the header at once; other domains get it from the session's events.
 */
export function useUnread() {
  const client = useQueryClient();
  return async (unreadCount: number) => {
    client.setQueryData(
      userInfoQuery().queryKey,
      (user) => user && { ...user, unread_count: unreadCount },
    );
    await refresh(client, { queryKey: ['message'] });
  };
}

/**
 * Marks a message as read. The request survives navigation, because reading often means following
 * a link.
 */
export function useMark() {
  const setUnread = useUnread();
  return useMutation({
    mutationFn: ({ mark, message_id }: { mark: MarkName; message_id: string }) =>
      send(calls[mark], { message_id }, { keepalive: true }),
    onSuccess: ({ unread_count }) => setUnread(unread_count),
  });
}
