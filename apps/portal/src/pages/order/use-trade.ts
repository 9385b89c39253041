import type { Order } from '@cme/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Status } from './cashier.tsx';
import { channelsQuery, type ChannelId, tradeQuery } from './order.queries.ts';
import { useRecognised } from './use-recognised.ts';

interface Standing {
  order: Order;
  status: Status;
  /** When the status was heard, on this machine's clock. */
  heardAt: number;
}

/** The channel of an order that is looked at, and the trade on it. */
export function useTrade({ order: { order_code }, status, heardAt }: Standing) {
  const channels = useQuery(channelsQuery(order_code));
  const [picked, setPicked] = useState('');
  const [turn, setTurn] = useState(0);
  const [dead, setDead] = useState('');
  const [isTransferAsked, setTransferAsked] = useState(false);
  const recognised = useRecognised();
  const channel = picked || usualOf(channels.data?.list ?? [], status);
  const isTried = status.pay_state === 'failed';
  // Looking at a transfer is not choosing it: the order is kept for days once its details are asked
  // for.
  const isUnasked = channel === 'offline' && !status.transfer_until && !isTransferAsked;
  const enabled = channel !== '' && !isUnasked && (!isTried || turn > 0);
  const trade = useQuery({
    ...tradeQuery(order_code, channel as ChannelId, turn, turn > 0 ? {} : recognised),
    enabled,
    gcTime: 0,
  });
  const open = isUnasked ? undefined : trade.data;
  // A trade that was opened after the failure is another try.
  const isOld =
    isTried && !isUnasked && !trade.isFetching && trade.dataUpdatedAt <= heardAt && !trade.error;
  const isFailed = isOld || (open !== undefined && open.trade_no === dead);
  const again = () => setTurn(turn + 1);
  useExpiry(status.transfer_until ? open : undefined, setDead);
  return {
    channels,
    channel,
    trade,
    open,
    isFailed,
    isUnasked,
    again,
    askTransfer: () => setTransferAsked(true),
    pick(next: string) {
      setPicked(next);
      if (isFailed) again();
    },
    fail: () => setDead(open?.trade_no ?? ''),
    /** Whether WeChat is asked who pays at once. */
    isRecognisedAtOnce: recognised.state === undefined || turn > 0,
  };
}

/** An awaited transfer is what the page shows first, else the device's usual channel. */
function usualOf(list: readonly { channel: string }[], { transfer_until }: Status): string {
  const isAwaited = transfer_until && list.some(({ channel }) => channel === 'offline');
  return isAwaited ? 'offline' : (list[0]?.channel ?? '');
}

type Open = { trade_no: string; transfer?: unknown; expire_ms: number; server_time: number };

/** The code of an order that is kept for days runs out before the order does. */
function useExpiry(open: Open | undefined, onEnd: (tradeNo: string) => void): void {
  const { trade_no = '', transfer, expire_ms = 0, server_time = 0 } = open ?? {};
  useEffect(() => {
    if (!trade_no || transfer) return;
    const timer = setTimeout(() => onEnd(trade_no), expire_ms - server_time);
    return () => clearTimeout(timer);
  }, [trade_no, transfer, expire_ms, server_time, onEnd]);
}
