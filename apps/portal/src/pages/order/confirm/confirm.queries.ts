import { send } from '@cme/commons/api-client';
import type { BodyOf } from '@cme/contract/base';
import { cartLimit, orderList, orderPreview } from '@cme/contract/payment';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type Choice = Pick<BodyOf<typeof orderPreview>, 'cart_ids' | 'item'>;

/** What the URL asks to buy: cart rows or a single item. */
export function parseChoice(search: URLSearchParams): Choice | undefined {
  const cart_ids = (search.get('cart_ids') ?? '').split(',').filter(Boolean).slice(0, cartLimit);
  if (cart_ids.length > 0) return { cart_ids };
  const id = search.get('id');
  return id ? { item: { content_type: search.get('content_type') || 'C', id } } : undefined;
}

/**
 * Fetched once per visit: what the buyer has read must not change while they read; the server
 * compares on submit.
 */
export const previewQuery = (choice: Choice, cardNo: string) =>
  queryOptions({
    queryKey: ['order', 'preview', choice, cardNo],
    queryFn: ({ signal }) =>
      send(orderPreview, { ...choice, ...(cardNo ? { card_no: cardNo } : {}) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

export const pendingQuery = () =>
  queryOptions({
    queryKey: ['order', 'pending'],
    queryFn: ({ signal }) =>
      send(orderList, { status: 'pending', page: 1, page_size: 10 }, { signal }),
    staleTime: 0,
  });
