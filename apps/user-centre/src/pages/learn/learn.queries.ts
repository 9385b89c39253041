import { send } from '@cme/commons/api-client';
import { learnExtend, learnHide, learnList, type LearnTab } from '@cme/contract/study';
import { refresh } from '@cme/shell';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

export const listQuery = (tab: LearnTab, page: number) =>
  queryOptions({
    queryKey: ['learn', 'list', tab, page],
    queryFn: ({ signal }) => send(learnList, { tab, page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** Hides a course from the list or shows it again. */
export function useHide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { learning_id: string; hidden: 'Y' | 'N' }) => send(learnHide, change),
    onSuccess: () => refresh(client, { queryKey: ['learn'] }),
  });
}

/** `onDone` runs before the list is refreshed, because the new list removes the form. */
export function useExtend(learningId: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => send(learnExtend, { learning_id: learningId, reason }),
    onSuccess: onDone,
    onSettled: () => refresh(client, { queryKey: ['learn'] }),
  });
}
