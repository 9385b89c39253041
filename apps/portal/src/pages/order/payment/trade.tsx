import { send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import { paySandbox, type payCreate } from '@cme/contract/payment';
import { Button, lazyPart, Skeleton, toast } from '@cme/ui';
import { useMutation } from '@tanstack/react-query';
import orderCss from '../order.module.css';
import css from './trade.module.css';
import { paymentWords as words } from './payment.words.ts';
import { Transfer } from './transfer.tsx';
import { payInWechat } from './wechat-bridge.ts';

const Qr = lazyPart(async () => (await import('@cme/ui/qr')).Qr, {
  waiting: <Skeleton className={css.qr} />,
});

type OpenTrade = DataOf<typeof payCreate>;

interface Props {
  trade: OpenTrade;
  /** Refetches the payment status. */
  onRefresh: () => void;
}

/**
 * How to pay an open trade. `onFail`: this trade failed, whatever happens to other trades of the
 * order.
 */
export function Trade({ trade, onRefresh, onFail }: Props & { onFail: () => void }) {
  return (
    <div className={css.trade}>
      <PaymentMethod trade={trade} onRefresh={onRefresh} />
      {trade.sandbox && !trade.transfer ? (
        <Sandbox tradeNo={trade.trade_no} onRefresh={onRefresh} onFail={onFail} />
      ) : null}
    </div>
  );
}

function PaymentMethod({
  trade: { channel, qr_text, redirect_url, jsapi, transfer },
  onRefresh,
}: Props) {
  if (qr_text) {
    return (
      <>
        <Qr text={qr_text} label={words.qr} />
        <p className={orderCss.note}>{words.scan[channel] ?? words.scanOther}</p>
      </>
    );
  }
  if (redirect_url) {
    return (
      <>
        <Button component="a" href={redirect_url} size="lg" className={css.go}>
          {words.go[channel] ?? words.goOther}
        </Button>
        <p className={orderCss.note}>{words.goHint}</p>
      </>
    );
  }
  if (jsapi)
    return (
      <Button size="lg" className={css.go} onClick={() => payInWechat(jsapi, onRefresh)}>
        {words.inWechatButton}
      </Button>
    );
  return transfer ? <Transfer transfer={transfer} /> : null;
}

/** Buttons that simulate the payer at the embedded gateway. */
function Sandbox({
  tradeNo,
  onRefresh,
  onFail,
}: {
  tradeNo: string;
  onRefresh: () => void;
  onFail: () => void;
}) {
  const pressSandboxButton = useMutation({
    mutationFn: (act: 'success' | 'failed') => send(paySandbox, { trade_no: tradeNo, act }),
    onSuccess: (_, act) => {
      if (act === 'failed') onFail();
    },
    onError: (error) => void toast.error(error.message),
    onSettled: onRefresh,
  });
  return (
    <div className={css.sandbox}>
      <p className={orderCss.note}>{words.sandbox}</p>
      <Button
        variant="outline"
        color="green"
        loading={pressSandboxButton.isPending && pressSandboxButton.variables === 'success'}
        disabled={pressSandboxButton.isPending}
        onClick={() => pressSandboxButton.mutate('success')}
      >
        {words.succeed}
      </Button>
      <Button
        variant="outline"
        color="red"
        loading={pressSandboxButton.isPending && pressSandboxButton.variables === 'failed'}
        disabled={pressSandboxButton.isPending}
        onClick={() => pressSandboxButton.mutate('failed')}
      >
        {words.fail}
      </Button>
    </div>
  );
}
