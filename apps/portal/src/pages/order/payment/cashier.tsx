import { linkTo } from '@cme/commons/route-links';
import type { Order } from '@cme/contract/payment';
import { Button, ErrorState, LinkTo, momentInWords, Skeleton, toast } from '@cme/ui';
import { takeFocus } from '@cme/ui/take-focus';
import { useEffect, useRef } from 'react';
import { formatYuan } from '../../../components/money.ts';
import { Channels, ChannelsSkeleton } from './channels.tsx';
import { CopyableValue } from './copyable-value.tsx';
import { Countdown } from './countdown.tsx';
import css from './cashier.module.css';
import orderCss from '../order.module.css';
import tradeCss from './trade.module.css';
import type { PayStatus } from './payment.queries.ts';
import { paymentWords as words } from './payment.words.ts';
import { WechatAuthorize } from './wechat-authorize.tsx';
import { Trade } from './trade.tsx';
import { TransferIntro } from './transfer.tsx';
import { getErrorCode } from '../error-code.ts';
import { useTrade } from './use-trade.ts';

interface Props {
  order: Order;
  status: PayStatus;
  /** When the status was received, by this device's clock. */
  receivedAt: number;
  /** Refetches the payment status and returns it. */
  refreshStatus: () => Promise<PayStatus | undefined>;
}

/** An order that can be paid: amount, deadline and payment methods. */
export function Cashier({ order, status, receivedAt, refreshStatus }: Props) {
  const paying = useTrade({ order, status, receivedAt });
  const { channels, channel, open, isFailed, isTransferPending } = paying;
  const until = (open?.transfer && open.expire_at) || status.transfer_until || '';
  const panel = useRef<HTMLDivElement>(null);
  const retry = () => {
    panel.current?.focus();
    paying.retry();
  };
  const checkStatus = async () => {
    const status = await refreshStatus();
    if (status?.pay_state === 'waiting') toast.info(words.notYet);
  };
  return (
    <>
      <AmountDue
        order={order}
        status={status}
        receivedAt={receivedAt}
        until={until}
        refreshStatus={refreshStatus}
      />
      <div className={css.pay}>
        {channels.error ? (
          <ErrorState error={channels.error} onRetry={() => void channels.refetch()} />
        ) : null}
        {channels.isPending ? <ChannelsSkeleton /> : null}
        {channels.data ? (
          <Channels list={channels.data.list} value={channel} onChange={paying.pick} />
        ) : null}
        {channels.data?.list.length === 0 ? (
          <p className={orderCss.note}>{words.noWay}</p>
        ) : (
          <div ref={panel} tabIndex={-1} className={css.panel} aria-live="polite">
            {isFailed ? <FailedTrade onRetry={retry} /> : null}
            {isTransferPending && !isFailed ? (
              <TransferIntro onRequest={paying.requestTransfer} />
            ) : null}
            {isTransferPending || isFailed ? null : (
              <TradePanel
                paying={paying}
                orderCode={order.order_code}
                refreshStatus={refreshStatus}
              />
            )}
          </div>
        )}
        {!isFailed && open && !open.transfer ? (
          <Button variant="subtle" className={css.done} onClick={() => void checkStatus()}>
            {words.done}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** Amount and deadline. An order that waits for a bank transfer has no countdown. */
function AmountDue({ order, status, receivedAt, until, refreshStatus }: Props & { until: string }) {
  return (
    <div className={css.due}>
      <p className={css.dueAmount}>
        <span>{words.due}</span>
        <strong>{formatYuan(status.amount)}</strong>
      </p>
      <p className={css.code}>
        <span>{words.code}</span>
        <CopyableValue name={words.code} value={order.order_code} />
      </p>
      <div className={css.time}>
        <p role="status">{status.message}</p>
        {until ? (
          <ReservedUntil code={order.order_code} until={until} />
        ) : (
          <Countdown
            end={receivedAt + status.expire_ms - status.server_time}
            onEnd={refreshStatus}
          />
        )}
      </div>
    </div>
  );
}

function ReservedUntil({ code, until }: { code: string; until: string }) {
  return (
    <p className={css.left}>
      {words.keptUntil(momentInWords(until))}{' '}
      <LinkTo to={linkTo.myorder({ show: 'cancel', code })}>{words.cancel}</LinkTo>
    </p>
  );
}

/** Its button replaces the pressed one, so it takes the focus. */
function FailedTrade({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={css.failed}>
      <p role="alert">
        <strong>{words.failed}</strong>
      </p>
      <p className={orderCss.note}>{words.failedHint}</p>
      <Button ref={takeFocus} size="lg" onClick={onRetry}>
        {words.again}
      </Button>
    </div>
  );
}

interface TradePanelProps {
  paying: ReturnType<typeof useTrade>;
  orderCode: string;
  refreshStatus: Props['refreshStatus'];
}

/** The open trade, or why there is none. */
function TradePanel({
  paying: { channels, trade, open, fail, isAuthorizedAtOnce },
  orderCode,
  refreshStatus,
}: TradePanelProps) {
  const { data, error } = trade;
  const code = getErrorCode(error);
  useEffect(() => {
    if (code === 'order_state') void refreshStatus();
  }, [code, error, refreshStatus]);
  const needsAuthorization = code === 'wechat_needed' || code === 'wechat_refused';
  const isOpening = !channels.error && channels.data?.list.length !== 0 && !data && !error;
  return (
    <>
      {open ? (
        <Trade
          key={open.trade_no}
          trade={open}
          onRefresh={() => void refreshStatus()}
          onFail={fail}
        />
      ) : null}
      {needsAuthorization ? (
        <WechatAuthorize orderCode={orderCode} isAtOnce={isAuthorizedAtOnce} />
      ) : null}
      {error && !needsAuthorization ? (
        <ErrorState error={error} onRetry={() => void trade.refetch()} />
      ) : null}
      {isOpening ? <Skeleton className={tradeCss.qr} /> : null}
    </>
  );
}
