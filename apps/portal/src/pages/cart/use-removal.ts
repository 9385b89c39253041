import { send } from '@cme/commons/api-client';
import { shopplistAdd, shopplistClear, shopplistRemove, type CartRow } from '@cme/contract';
import { refresh, toast } from '@cme/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cartQuery } from './cart.queries.ts';
import { cartWords } from './cart.words.ts';

/** Removes rows and restores the last removed ones on undo. */
export function useRemoval() {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<readonly CartRow[]>([]);
  const onError = (error: Error) => void toast.error(error.message);
  const refreshCart = () => refresh(client, { queryKey: ['shopplist'] });

  const remove = useMutation({
    mutationFn: async (rows: readonly CartRow[]) => {
      const isAll = rows.length === client.getQueryData(cartQuery().queryKey)?.list.length;
      await (isAll
        ? send(shopplistClear, {})
        : send(shopplistRemove, { cart_ids: rows.map(({ cart_id }) => cart_id) }));
    },
    onSuccess: (_, rows) => {
      client.setQueryData(
        cartQuery().queryKey,
        (cart) => cart && { ...cart, list: cart.list.filter((row) => !rows.includes(row)) },
      );
      setRemoved(rows);
    },
    onError,
    onSettled: refreshCart,
  });

  const undo = useMutation({
    // The newest row is first, so rows are restored oldest first.
    mutationFn: async () => {
      let missingCount = 0;
      for (const { content } of removed.toReversed())
        await send(shopplistAdd, { content_type: content.content_type, id: content.id }).catch(
          () => (missingCount += 1),
        );
      return missingCount;
    },
    onSuccess: (missing) => {
      setRemoved([]);
      if (missing > 0) toast.warning(cartWords.notBack(missing));
    },
    onSettled: refreshCart,
  });
  return {
    removed,
    remove: remove.mutate,
    undo: undo.mutate,
    isBusy: remove.isPending || undo.isPending,
  };
}
