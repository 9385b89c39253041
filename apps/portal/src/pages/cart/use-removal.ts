import { send } from '@cme/commons/api-client';
import { shopplistAdd, shopplistClear, shopplistRemove, type CartRow } from '@cme/contract/payment';
import { refresh } from '@cme/shell';
import { toast } from '@cme/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cartQuery } from './cart.queries.ts';
import { cartWords } from './cart.words.ts';

/** Removes rows, or all of them, and restores them on undo until the page is left. */
export function useRemoval() {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<readonly CartRow[]>([]);
  const [cleared, setCleared] = useState<readonly CartRow[]>([]);
  const onError = (error: Error) => void toast.error(error.message);
  const refreshCart = () => refresh(client, { queryKey: ['shopplist'] });
  const leaveOut = (rows: readonly CartRow[]) =>
    client.setQueryData(
      cartQuery().queryKey,
      (cart) => cart && { ...cart, list: cart.list.filter((row) => !rows.includes(row)) },
    );

  const remove = useMutation({
    mutationFn: (rows: readonly CartRow[]) =>
      send(shopplistRemove, { cart_ids: rows.map(({ cart_id }) => cart_id) }),
    onSuccess: (_, rows) => {
      leaveOut(rows);
      setRemoved((all) => [...all, ...rows]);
    },
    onError,
    onSettled: refreshCart,
  });

  const clear = useMutation({
    mutationFn: (_rows: readonly CartRow[]) => send(shopplistClear, {}),
    onSuccess: (_, rows) => {
      leaveOut(rows);
      setRemoved([]);
      setCleared(rows);
    },
    onError,
    onSettled: refreshCart,
  });

  const undo = useMutation({
    // The newest row is first, so rows are restored oldest first.
    mutationFn: async (rows: readonly CartRow[]) => {
      let missingCount = 0;
      for (const { content } of rows.toReversed())
        await send(shopplistAdd, { content_type: content.content_type, id: content.id }).catch(
          () => (missingCount += 1),
        );
      // The restored rows are there before their places are given up.
      await refreshCart();
      return missingCount;
    },
    onSuccess: (missing, rows) => {
      setRemoved((all) => all.filter((row) => !rows.includes(row)));
      setCleared([]);
      if (missing > 0) toast.warning(cartWords.notBack(missing));
    },
  });
  return {
    removed,
    cleared,
    remove: remove.mutate,
    clear: clear.mutate,
    undo: undo.mutate,
    isBusy: remove.isPending || clear.isPending || undo.isPending,
  };
}
