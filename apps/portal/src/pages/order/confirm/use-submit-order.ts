import { send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { orderCreate } from '@cme/contract/payment';
import { goTo, refresh } from '@cme/shell';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { confirmWords } from './confirm.words.ts';
import { detectDevice } from '../device.ts';
import { getErrorCode } from '../error-code.ts';
import type { Choice } from './confirm.queries.ts';
import { useRequestId } from './use-request-id.ts';

interface OrderRequest {
  choice: Choice;
  card_no: string;
  seen_amount: string;
}

/** Creates the order and replaces this page with its payment page. */
export function useSubmitOrder() {
  const client = useQueryClient();
  const request = useRequestId();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return useMutation({
    mutationFn: async ({ choice, card_no, seen_amount }: OrderRequest) => {
      const { termsVersion: agree_version } = confirmWords;
      const createOrder = (requestId: string) =>
        send(orderCreate, {
          ...choice,
          ...(card_no ? { card_no } : {}),
          request_id: requestId,
          seen_amount,
          source: detectDevice(),
          agree_version,
        });
      // The old request id has already produced an order: with a new id the server returns the
      // open one or creates another.
      return createOrder(request.current()).catch((error: unknown) =>
        getErrorCode(error) === 'request_reused'
          ? createOrder(request.renew())
          : Promise.reject(error),
      );
    },
    onSuccess: ({ order_code }) => {
      void refresh(client, { queryKey: ['shopplist'] });
      // A second response may arrive after this page has been left.
      if (isOpen.current) goTo(linkTo.orderPayment(order_code), { replace: true });
    },
    onError: async (error) => {
      if (getErrorCode(error) === 'price_changed')
        await client.refetchQueries({ queryKey: ['order', 'preview'], type: 'active' });
    },
  });
}
