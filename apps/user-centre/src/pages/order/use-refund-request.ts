import { send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import { refundApply, type refundPreview } from '@cme/contract/payment';
import { refresh } from '@cme/shell';
import { toast } from '@cme/ui';
import { valueError } from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../components/words.ts';
import { sumAmounts, getInitialChoice } from './refund.rules.ts';

export type RefundPreview = DataOf<typeof refundPreview>;

/** Input of the refund form, and its submission. */
export function useRefundRequest(code: string, preview: RefundPreview, onDone: () => void) {
  const client = useQueryClient();
  // Idempotency key, one per opened form: sending again after a lost response requests the same
  // refund.
  const [request_id] = useState(() => crypto.randomUUID());
  const [picked, setPicked] = useState<readonly string[]>();
  const chosen = picked ?? getInitialChoice(preview.items);
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string>();
  const apply = useMutation({
    mutationFn: (orderItemIds: string[]) =>
      send(refundApply, { request_id, order_code: code, order_item_ids: orderItemIds, reason }),
    onSuccess: () => {
      toast.success(words.refund.done);
      onDone();
    },
    onSettled: () => refresh(client, { queryKey: ['order'] }),
  });
  return {
    chosen,
    setChosen: setPicked,
    amount: sumAmounts(preview.items, chosen),
    reason,
    reasonError,
    setReason: (text: string) => {
      setReason(text);
      setReasonError(undefined);
    },
    submit: () => {
      if (chosen.length === 0) return void toast.warning(words.refund.chooseFirst);
      const invalid = valueError(refundApply.body.shape.reason, reason);
      setReasonError(invalid);
      if (!invalid) apply.mutate([...chosen]);
    },
    isBusy: apply.isPending,
    failure: apply.error?.message,
  };
}
