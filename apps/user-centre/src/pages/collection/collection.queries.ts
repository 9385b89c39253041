import { send } from '@cme/commons/api-client';
import { collectionList, type CollectionTab, collectionToggle } from '@cme/contract/content';
import { refresh } from '@cme/shell';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

export const collectionQuery = (tab: CollectionTab, page: number) =>
  queryOptions({
    queryKey: ['collection', 'list', tab, page],
    queryFn: ({ signal }) => send(collectionList, { tab, page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

interface CollectionChange {
  content_type: string;
  id: string;
  collected: 'Y' | 'N';
}

/** Removes or restores a favourite. The desired state is sent, so that repeating is harmless. */
export function useCollect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: CollectionChange) => send(collectionToggle, change),
    onSuccess: () => refresh(client, { queryKey: ['collection'] }),
  });
}
