import type { Order } from '@cme/contract/payment';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { channelsQuery, type ChannelId, type PayStatus, tradeQuery } from './payment.queries.ts';
import { useWechatReturn } from './use-wechat-return.ts';

interface PaymentState {
  order: Order;
  status: PayStatus;
  /** When the status was received, by this device's clock. */
  receivedAt: number;
}

/** The selected payment method of an order, and its trade. */
export function useTrade({ order: { order_code }, status, receivedAt }: PaymentState) {
  const channels = useQuery(channelsQuery(order_code));
  const [pickedChannel, setPicked] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [failedTradeNo, setFailedTradeNo] = useState('');
  const [isTransferRequested, setTransferRequested] = useState(false);
  const grant = useWechatReturn();
  const channel = pickedChannel || getDefaultChannel(channels.data?.list ?? [], status);
  const hasFailed = status.pay_state === 'failed';
  // Selecting the transfer does not choose it: the deadline is extended only when its details are
  // requested.
  const isTransferPending = channel === 'offline' && !status.transfer_until && !isTransferRequested;
  const enabled = channel !== '' && !isTransferPending && (!hasFailed || attempt > 0);
  const trade = useQuery({
    ...tradeQuery(order_code, channel as ChannelId, attempt, attempt > 0 ? {} : grant),
    enabled,
    gcTime: 0,
  });
  const open = isTransferPending ? undefined : trade.data;
  // A trade that was opened after the failure is a new attempt.
  const isEarlierFailure =
    hasFailed &&
    !isTransferPending &&
    !trade.isFetching &&
    trade.dataUpdatedAt <= receivedAt &&
    !trade.error;
  const isFailed = isEarlierFailure || (open !== undefined && open.trade_no === failedTradeNo);
  const retry = () => setAttempt(attempt + 1);
  useExpiry(status.transfer_until ? open : undefined, setFailedTradeNo);
  return {
    channels,
    channel,
    trade,
    open,
    isFailed,
    isTransferPending,
    retry,
    requestTransfer: () => setTransferRequested(true),
    pick(nextChannel: string) {
      setPicked(nextChannel);
      if (isFailed) retry();
    },
    fail: () => setFailedTradeNo(open?.trade_no ?? ''),
    /** Whether to redirect to WeChat's authorization without a click. */
    isAuthorizedAtOnce: grant.state === undefined || attempt > 0,
  };
}

/** A pending transfer, otherwise the default method of the device. */
function getDefaultChannel(
  list: readonly { channel: string }[],
  { transfer_until }: PayStatus,
): string {
  const isAwaited = transfer_until && list.some(({ channel }) => channel === 'offline');
  return isAwaited ? 'offline' : (list[0]?.channel ?? '');
}

type ExpiringTrade = {
  trade_no: string;
  transfer?: unknown;
  expire_ms: number;
  server_time: number;
};

/** The QR code of an order with an extended deadline expires before the order does. */
function useExpiry(open: ExpiringTrade | undefined, onEnd: (tradeNo: string) => void): void {
  const { trade_no = '', transfer, expire_ms = 0, server_time = 0 } = open ?? {};
  useEffect(() => {
    if (!trade_no || transfer) return;
    const timer = setTimeout(() => onEnd(trade_no), expire_ms - server_time);
    return () => clearTimeout(timer);
  }, [trade_no, transfer, expire_ms, server_time, onEnd]);
}
