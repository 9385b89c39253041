import { send } from '@cme/commons/api-client';
import {
  orderDetail,
  payChannels,
  payCreate,
  payStatus,
  type BodyOf,
  type DataOf,
} from '@cme/contract';
import { queryOptions } from '@tanstack/react-query';
import { device } from '../device.ts';

export type PayStatus = DataOf<typeof payStatus>;
export type ChannelId = BodyOf<typeof payCreate>['channel'];

export const orderQuery = (order_code: string) =>
  queryOptions({
    queryKey: ['order', 'detail', order_code],
    queryFn: ({ signal }) => send(orderDetail, { order_code }, { signal }),
    staleTime: 0,
  });

export const channelsQuery = (order_code: string) =>
  queryOptions({
    queryKey: ['pay', 'channels', order_code],
    queryFn: ({ signal }) => send(payChannels, { order_code, device: device() }, { signal }),
    staleTime: Infinity,
  });

/** What WeChat's browser came back with after it was recognised. */
export type WechatGrant = Pick<BodyOf<typeof payCreate>, 'code' | 'state'>;

/** Opens a trade, or answers the open one: asking twice is harmless. `turn` counts how often the
 * learner began again. */
export const tradeQuery = (
  order_code: string,
  channel: ChannelId,
  turn: number,
  recognised: WechatGrant = {},
) =>
  queryOptions({
    queryKey: ['pay', 'trade', order_code, channel, turn],
    queryFn: () =>
      send(payCreate, { order_code, channel, ...(channel === 'wx_jsapi' ? recognised : {}) }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });

const eager = { every: 2000, for: 120_000 };
const calm = 10_000;
/** Nothing can come any more: even a closed order may still be paid, by money that was on its
 * way. */
const isOver = ({ pay_state, course_id }: DataOf<typeof payStatus>) =>
  pay_state === 'refunded' || (pay_state === 'paid' && course_id !== '');
const isClosed = ({ pay_state }: DataOf<typeof payStatus>) =>
  pay_state === 'closed' || pay_state === 'late';

/** Where the payment stands. Asked often at first, then calmly, and not at all while nobody
 * looks; coming back asks at once. */
export const statusQuery = (order_code: string, since: number) =>
  queryOptions({
    queryKey: ['pay', 'status', order_code],
    queryFn: ({ signal }) => send(payStatus, { order_code }, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => {
      if (data && isOver(data)) return false;
      return Date.now() - since < eager.for && !(data && isClosed(data)) ? eager.every : calm;
    },
  });
