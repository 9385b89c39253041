import { linkTo } from '@cme/commons/route-links';
import type { DataOf, Order, payStatus } from '@cme/contract';
import { Button, Failed, LinkTo, Skeleton, toast } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { yuanWords } from '../../components/money.ts';
import { Channels } from './channels.tsx';
import { Copied } from './copied.tsx';
import { Countdown } from './countdown.tsx';
import css from './order.module.css';
import { channelsQuery, type ChannelId, tradeQuery } from './order.queries.ts';
import { paymentWords as words } from './payment.words.ts';
import { Recognise } from './recognise.tsx';
import { Trade } from './trade.tsx';
import { useRecognised } from './use-recognised.ts';
import { codeOf } from './use-submit.ts';

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
  const { data: channels, error, refetch } = useQuery(channelsQuery(order.order_code));
  const [picked, setPicked] = useState('');
  const [turn, setTurn] = useState(0);
  const [dead, setDead] = useState('');
  const recognised = useRecognised();
  const channel = picked || (channels?.list[0]?.channel ?? '');
  const isTried = status.pay_state === 'failed';
  const trade = useQuery({ ...tradeQuery(order.order_code, channel as ChannelId, turn, turn > 0 ? {} : recognised), enabled: channel !== '' && (!isTried || turn > 0), gcTime: 0 });
  // A trade that was opened after the failure is another try.
  const isOld = isTried && !trade.isFetching && trade.dataUpdatedAt <= heardAt && !trade.error;
  const isFailed = isOld || (trade.data !== undefined && trade.data.trade_no === dead);
  const isStranger = ['wechat_needed', 'wechat_refused'].includes(codeOf(trade.error) ?? '');
  const until = (trade.data?.transfer && trade.data.expire_at) || status.transfer_until;
  const again = () => setTurn(turn + 1);
  const pick = (next: string) => {
    setPicked(next);
    if (isFailed) again();
  };
  useEffect(() => {
    if (codeOf(trade.error) === 'order_state') void look();
  }, [trade.error, look]);
  const ask = async () => {
    const now = await look();
    if (now?.pay_state === 'waiting') toast.info(words.notYet);
  };
  return (
    <>
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
          {until ? <p className={css.left}>{words.keptUntil(until.slice(0, 16))} <LinkTo to={linkTo.myorder({ show: 'cancel', code: order.order_code })}>{words.cancel}</LinkTo></p> : <Countdown end={heardAt + status.expire_ms - status.server_time} onEnd={look} />}
        </div>
      </div>
      <div className={css.pay}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
        {channels ? <Channels list={channels.list} value={channel} onChange={pick} /> : null}
        {channels?.list.length === 0 ? <p className={css.note}>{words.noWay}</p> : null}
        <div className={css.panel} aria-live="polite">
          {isFailed ? (
            <div className={css.failed}>
              <p role="alert"><strong>{words.failed}</strong></p>
              <p className={css.note}>{words.failedHint}</p>
              <Button size="lg" onClick={again}>{words.again}</Button>
            </div>
          ) : null}
          {!isFailed && trade.data ? <Trade key={trade.data.trade_no} trade={trade.data} onLook={() => void look()} onFail={() => setDead(trade.data?.trade_no ?? '')} /> : null}
          {!isFailed && isStranger ? <Recognise orderCode={order.order_code} isAtOnce={recognised.state === undefined || turn > 0} /> : null}
          {!isFailed && trade.error && !isStranger ? <Failed error={trade.error} onRetry={() => void trade.refetch()} /> : null}
          {!error && !isFailed && !trade.data && !trade.error ? <Skeleton className={css.qr} /> : null}
        </div>
        {!isFailed && trade.data && !trade.data.transfer ? <Button variant="subtle" className={css.done} onClick={() => void ask()}>{words.done}</Button> : null}
      </div>
    </>
  );
}
