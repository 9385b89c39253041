import { send } from '@cme/commons/api-client';
import {
  invoiceList,
  orderDetail,
  orderList,
  type orderTabs,
  payStatus,
  refundPreview,
} from '@cme/contract/payment';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type Tab = (typeof orderTabs)[number];

/** Payment happens on another page or device, so orders are refetched on window focus. */
const fresh = { staleTime: 0, refetchOnWindowFocus: 'always' } as const;

export const ordersQuery = (status: Tab, page: number) =>
  queryOptions({
    queryKey: ['order', 'list', status, page],
    queryFn: ({ signal }) => send(orderList, { status, page }, { signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

export const orderQuery = (order_code: string) =>
  queryOptions({
    queryKey: ['order', 'one', order_code],
    queryFn: ({ signal }) => send(orderDetail, { order_code }, { signal }),
    ...fresh,
  });

/** What became of the money, such as an amount on hold or on its way back. */
export const payStatusQuery = (order_code: string) =>
  queryOptions({
    queryKey: ['order', 'pay', order_code],
    queryFn: ({ signal }) => send(payStatus, { order_code }, { signal }),
    ...fresh,
  });

export const refundPreviewQuery = (order_code: string) =>
  queryOptions({
    queryKey: ['order', 'refund', order_code],
    queryFn: ({ signal }) => send(refundPreview, { order_code }, { signal }),
    ...fresh,
  });

export const invoiceQuery = (order_code: string) =>
  queryOptions({
    queryKey: ['order', 'invoice', order_code],
    queryFn: ({ signal }) => send(invoiceList, { order_code }, { signal }),
    ...fresh,
  });
