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

export const orderQuery = (orderCode: string) =>
  queryOptions({
    queryKey: ['order', 'one', orderCode],
    queryFn: ({ signal }) => send(orderDetail, { order_code: orderCode }, { signal }),
    ...fresh,
  });

/** What became of the money, such as an amount on hold or on its way back. */
export const payStatusQuery = (orderCode: string) =>
  queryOptions({
    queryKey: ['order', 'pay', orderCode],
    queryFn: ({ signal }) => send(payStatus, { order_code: orderCode }, { signal }),
    ...fresh,
  });

export const refundPreviewQuery = (orderCode: string) =>
  queryOptions({
    queryKey: ['order', 'refund', orderCode],
    queryFn: ({ signal }) => send(refundPreview, { order_code: orderCode }, { signal }),
    ...fresh,
  });

export const invoiceQuery = (orderCode: string) =>
  queryOptions({
    queryKey: ['order', 'invoice', orderCode],
    queryFn: ({ signal }) => send(invoiceList, { order_code: orderCode }, { signal }),
    ...fresh,
  });
