import { send } from '@cme/commons/api-client';
import { payAuthorize } from '@cme/contract/payment';
import { Button, toast } from '@cme/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import orderCss from '../order.module.css';
import css from './trade.module.css';
import { paymentWords as words } from './payment.words.ts';

interface Props {
  orderCode: string;
  /** Redirects automatically. After an unsuccessful return it waits for a click. */
  isAtOnce: boolean;
}

/**
 * WeChat's browser has to be authorized before it can pay: WeChat's page does that and returns
 * here, replacing this history entry.
 */
export function WechatAuthorize({ orderCode, isAtOnce }: Props) {
  const { mutate, data, isPending, isError } = useMutation({
    mutationFn: () => send(payAuthorize, { order_code: orderCode }),
    onSuccess: ({ url }) => location.replace(url),
    onError: (error) => void toast.error(error.message),
  });
  const isGone = useRef(false);
  useEffect(() => {
    if (!isAtOnce || isGone.current) return;
    isGone.current = true;
    mutate();
  }, [isAtOnce, mutate]);
  const isLeaving = data !== undefined || (isAtOnce && !isError);
  return (
    <div className={css.trade}>
      {isLeaving ? (
        <p role="status">{words.leaving}</p>
      ) : (
        <Button size="lg" className={css.go} loading={isPending} onClick={() => mutate()}>
          {words.inWechatButton}
        </Button>
      )}
      {data ? (
        <p className={orderCss.note}>
          <a href={data.url}>{words.leave}</a>
        </p>
      ) : null}
      {isLeaving ? null : <p className={orderCss.note}>{words.recogniseHint}</p>}
    </div>
  );
}
