import { isCallError } from '@cme/commons/api-client';
import { ErrorState, RowSkeletons } from '@cme/ui';
import { Steps } from '@cme/ui/steps';
import { NotFound, PageTitle, refresh } from '@cme/shell';
import { useParams } from '@cme/ui/router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useCallback, useEffect, useState } from 'react';
import { Cashier } from './cashier.tsx';
import { orderWords } from '../order.words.ts';
import { ClosedResult, PaidResult } from './payment-result.tsx';
import { OrderLines } from '../order-lines.tsx';
import css from '../order.module.css';
import { orderQuery, statusQuery } from './payment.queries.ts';
import { paymentWords as words } from './payment.words.ts';

/**
 * Payment page of an order. Everything shown is the server's current state, whatever happens to
 * the page.
 */
export function PaymentPage() {
  const { order_code = '' } = useParams();
  const [openedAt] = useState(Date.now);
  const order = useQuery(orderQuery(order_code));
  const status = useQuery(statusQuery(order_code, openedAt));
  const state = status.data?.pay_state;
  useSettled(state, order_code);
  const { refetch } = status;
  const refreshStatus = useCallback(async () => (await refetch()).data, [refetch]);
  const error = (order.data ? undefined : order.error) ?? (status.data ? undefined : status.error);

  if (isCallError(error) && error.statusCode === 404) return <NotFound />;
  if (error)
    return (
      <ErrorState
        isPage
        error={error}
        onRetry={() => void Promise.all([order.refetch(), refetch()])}
      />
    );
  return (
    <div className={css.page}>
      <PageTitle name={words.title} />
      <Steps
        steps={orderWords.steps}
        current={state === 'paid' ? 3 : 2}
        label={orderWords.stepsLabel}
      />
      <h1>{words.title}</h1>
      {order.data && status.data ? (
        <div className={css.body}>
          <section className={css.part} aria-label={words.title}>
            <PaymentState
              order={order.data}
              status={status.data}
              receivedAt={status.dataUpdatedAt}
              refreshStatus={refreshStatus}
            />
          </section>
          <section className={css.sum} aria-labelledby="items">
            <h2 id="items">{`${words.items} · ${words.count(order.data.items.length)}`}</h2>
            <OrderLines items={order.data.items} />
          </section>
        </div>
      ) : (
        <RowSkeletons count={3} height="9rem" />
      )}
    </div>
  );
}

/** The payment methods or the result. */
function PaymentState(props: ComponentProps<typeof Cashier>) {
  const { order, status } = props;
  if (status.pay_state === 'waiting' || status.pay_state === 'failed')
    return <Cashier {...props} />;
  if (status.pay_state === 'paid') return <PaidResult order={order} status={status} />;
  return <ClosedResult order={order} status={status} />;
}

/** Invalidates the queries of other pages that a payment affects. */
function useSettled(state: string | undefined, orderCode: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (state === undefined || state === 'waiting' || state === 'failed') return;
    void refresh(client, {
      refetchType: 'none',
      predicate: ({ queryKey }) => queryKey[0] !== 'pay',
    });
    void client.refetchQueries({ queryKey: orderQuery(orderCode).queryKey });
  }, [client, state, orderCode]);
}
