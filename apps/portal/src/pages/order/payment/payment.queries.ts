import { send } from '@cme/commons/api-client';
import type { BodyOf, DataOf } from '@cme/contract/base';
import { orderDetail, payChannels, payCreate, payStatus } from '@cme/contract/payment';
import { queryOptions } from '@tanstack/react-query';
import { detectDevice } from '../device.ts';

export type PayStatus = DataOf<typeof payStatus>;
export type ChannelId = BodyOf<typeof payCreate>['channel'];

export const orderQuery = (orderCode: string) =>
  queryOptions({
    queryKey: ['order', 'detail', orderCode],
    queryFn: ({ signal }) => send(orderDetail, { order_code: orderCode }, { signal }),
    staleTime: 0,
  });

export const channelsQuery = (orderCode: string) =>
  queryOptions({
    queryKey: ['pay', 'channels', orderCode],
    queryFn: ({ signal }) =>
      send(payChannels, { order_code: orderCode, device: detectDevice() }, { signal }),
    staleTime: Infinity,
  });

/** What WeChat's authorization page returned. */
export type WechatGrant = Pick<BodyOf<typeof payCreate>, 'code' | 'state'>;

/**
 * Opens a trade or returns the open one, so that it is safe to repeat. `turn` counts the
 * learner's restarts.
 */
export const tradeQuery = (
  orderCode: string,
  channel: ChannelId,
  turn: number,
  recognised: WechatGrant = {},
) =>
  queryOptions({
    queryKey: ['pay', 'trade', orderCode, channel, turn],
    queryFn: () =>
      send(payCreate, {
        order_code: orderCode,
        channel,
        ...(channel === 'wx_jsapi' ? recognised : {}),
      }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });

const fastPolling = { every: 2000, for: 120_000 };
const slowInterval = 10_000;
/**
 * No change is possible any more. A closed order may still be paid, by money that was on its way.
 */
const isOver = ({ pay_state, course_id }: DataOf<typeof payStatus>) =>
  pay_state === 'refunded' || (pay_state === 'paid' && course_id !== '');
const isClosed = ({ pay_state }: DataOf<typeof payStatus>) =>
  pay_state === 'closed' || pay_state === 'late';

/**
 * The payment status. Polled often at first, then less often, not while hidden; refetched on
 * window focus.
 */
export const statusQuery = (orderCode: string, since: number) =>
  queryOptions({
    queryKey: ['pay', 'status', orderCode],
    queryFn: ({ signal }) => send(payStatus, { order_code: orderCode }, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => {
      if (data && isOver(data)) return false;
      return Date.now() - since < fastPolling.for && !(data && isClosed(data))
        ? fastPolling.every
        : slowInterval;
    },
  });
