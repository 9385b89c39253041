import { linkTo } from '@cme/commons/route-links';
import type { DataOf, Order, payStatus } from '@cme/contract';
import { Button, ErrorState, LinkTo, Skeleton, toast } from '@cme/ui';
import { useEffect } from 'react';
import { yuanWords } from '../../components/money.ts';
import { Channels } from './channels.tsx';
import { Copied } from './copied.tsx';
import { Countdown } from './countdown.tsx';
import css from './cashier.module.css';
import orderCss from './order.module.css';
import tradeCss from './trade.module.css';
import { paymentWords as words } from './payment.words.ts';
import { Recognise } from './recognise.tsx';
import { Trade } from './trade.tsx';
import { TransferAsk } from './transfer.tsx';
import { codeOf } from './use-submit.ts';
import { useTrade } from './use-trade.ts';

export type Status = DataOf<typeof payStatus>;

interface Props {
  order: Order;
  status: Status;
  /** When the status was heard, on this machine's clock. */
  heardAt: number;
  /** Asks where the payment stands; answers it. */
  look: () => Promise<Status | undefined>;
}

/** An order that can be paid: how much, until when, and how. */
export function Cashier({ order, status, heardAt, look }: Props) {
  const paying = useTrade({ order, status, heardAt });
  const { channels, channel, open, isFailed, isUnasked } = paying;
  const until = (open?.transfer && open.expire_at) || status.transfer_until || '';
  const ask = async () => {
    const now = await look();
    if (now?.pay_state === 'waiting') toast.info(words.notYet);
  };
  return (
    <>
      <Due order={order} status={status} heardAt={heardAt} until={until} look={look} />
      <div className={css.pay}>
        {channels.error ? (
          <ErrorState error={channels.error} onRetry={() => void channels.refetch()} />
        ) : null}
        {channels.data ? (
          <Channels list={channels.data.list} value={channel} onChange={paying.pick} />
        ) : null}
        {channels.data?.list.length === 0 ? <p className={orderCss.note}>{words.noWay}</p> : null}
        <div className={css.panel} aria-live="polite">
          {isFailed ? <FailedTrade onAgain={paying.again} /> : null}
          {isUnasked && !isFailed ? <TransferAsk onAsk={paying.askTransfer} /> : null}
          {isUnasked || isFailed ? null : (
            <Panel paying={paying} orderCode={order.order_code} look={look} />
          )}
        </div>
        {!isFailed && open && !open.transfer ? (
          <Button variant="subtle" className={css.done} onClick={() => void ask()}>
            {words.done}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** How much and until when. An order that is kept for a transfer counts no minutes down. */
function Due({ order, status, heardAt, until, look }: Props & { until: string }) {
  return (
    <div className={css.due}>
      <p className={css.dueAmount}>
        <span>{words.due}</span>
        <strong>{yuanWords(status.amount)}</strong>
      </p>
      <p className={css.code}>
        <span>{words.code}</span>
        <Copied name={words.code} value={order.order_code} />
      </p>
      <div className={css.time}>
        <p role="status">{status.message}</p>
        {until ? (
          <KeptUntil code={order.order_code} until={until} />
        ) : (
          <Countdown end={heardAt + status.expire_ms - status.server_time} onEnd={look} />
        )}
      </div>
    </div>
  );
}

function KeptUntil({ code, until }: { code: string; until: string }) {
  return (
    <p className={css.left}>
      {words.keptUntil(until.slice(0, 16))}{' '}
      <LinkTo to={linkTo.myorder({ show: 'cancel', code })}>{words.cancel}</LinkTo>
    </p>
  );
}

function FailedTrade({ onAgain }: { onAgain: () => void }) {
  return (
    <div className={css.failed}>
      <p role="alert">
        <strong>{words.failed}</strong>
      </p>
      <p className={orderCss.note}>{words.failedHint}</p>
      <Button size="lg" onClick={onAgain}>
        {words.again}
      </Button>
    </div>
  );
}

interface PanelProps {
  paying: ReturnType<typeof useTrade>;
  orderCode: string;
  look: Props['look'];
}

/** The open trade, or what stands in its way. */
function Panel({
  paying: { channels, trade, open, fail, isRecognisedAtOnce },
  orderCode,
  look,
}: PanelProps) {
  const { data, error } = trade;
  const code = codeOf(error);
  useEffect(() => {
    if (code === 'order_state') void look();
  }, [code, error, look]);
  const isStranger = code === 'wechat_needed' || code === 'wechat_refused';
  return (
    <>
      {open ? (
        <Trade key={open.trade_no} trade={open} onLook={() => void look()} onFail={fail} />
      ) : null}
      {isStranger ? <Recognise orderCode={orderCode} isAtOnce={isRecognisedAtOnce} /> : null}
      {error && !isStranger ? (
        <ErrorState error={error} onRetry={() => void trade.refetch()} />
      ) : null}
      {!channels.error && !data && !error ? <Skeleton className={tradeCss.qr} /> : null}
    </>
  );
}
