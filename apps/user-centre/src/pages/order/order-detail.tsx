import { send } from '@cme/commons/api-client';
import { type Order, refundCancel } from '@cme/contract/payment';
import { Button, momentInWords, toast } from '@cme/ui';
import { refresh } from '@cme/shell';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import css from './order.module.css';
import { OrderActions } from './order-actions.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderState } from './order-state.tsx';
import { payStatusQuery } from './order.queries.ts';

/** Details of an order: items, totals, payment and refunds. */
export function OrderDetail({ order }: { order: Order }) {
  const isPaid = Number(order.paid) > 0 || order.order_status === 'completed';
  return (
    <div className={css.detail}>
      <p className={css.head}>
        <span className={css.code} id={`order-${order.order_code}`}>
          {words.order.no(order.order_code)}
        </span>
        <OrderState state={order.order_status} name={order.order_status_name} />
      </p>
      {unpaidStates.has(order.order_status) ? (
        <PayMessage order={order} />
      ) : order.close_reason ? (
        <p className={css.note}>{order.close_reason}</p>
      ) : null}
      {order.transfer_until ? (
        <p className={css.note}>{words.order.keptUntil(momentInWords(order.transfer_until))}</p>
      ) : null}
      {order.late_paid === 'Y' ? <p className={css.note}>{words.order.late}</p> : null}
      <OrderItems items={order.items} isPaid={isPaid} />
      <dl className={css.sums}>
        {createSums(order).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.refunds.length > 0 ? <Refunds order={order} /> : null}
      <OrderActions order={order} detail={false} />
    </div>
  );
}

const unpaidStates = new Set(['pending', 'closed']);

/** The payment state as a sentence; until it is loaded, and if it cannot be, what the order says. */
function PayMessage({ order }: { order: Order }) {
  const { data } = useQuery(payStatusQuery(order.order_code));
  const text = data?.message ?? (order.close_reason || order.order_status_name);
  return <p className={css.note}>{text}</p>;
}

const isSome = (amount: string) => Number(amount) > 0;

function createSums(order: Order): (readonly [string, string])[] {
  return [
    [words.order.total, `¥${order.total}`],
    ...(isSome(order.discount) ? [[words.order.saved, `-¥${order.discount}`] as const] : []),
    ...(isSome(order.card) ? [[words.order.card, `-¥${order.card}`] as const] : []),
    [words.order.sum, `¥${order.pay}`],
    ...(isSome(order.paid) ? [[words.order.paid, `¥${order.paid}`] as const] : []),
    ...(isSome(order.refunded) ? [[words.order.refunded, `¥${order.refunded}`] as const] : []),
    ...(order.channel_name ? [[words.order.channel, order.channel_name] as const] : []),
    [words.order.createdAt, order.created_at],
    ...(order.paid_at ? [[words.order.paidAt, order.paid_at] as const] : []),
    ...(order.refund_expire_at && isSome(order.paid)
      ? [[words.order.refundUntil, order.refund_expire_at] as const]
      : []),
  ];
}

function Refunds({ order }: { order: Order }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (refundNo: string) => send(refundCancel, { refund_no: refundNo }),
    onSuccess: () => toast.success(words.refund.withdrawn),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, { queryKey: ['order'] }),
  });
  return (
    <section aria-labelledby="refunds">
      <h3 id="refunds" className={css.part}>
        {words.refund.list}
      </h3>
      <ul className={css.refunds}>
        {order.refunds.map((refund) => (
          <li key={refund.refund_no}>
            <span>{refund.created_at.slice(0, 16)}</span>
            <strong>{`¥${refund.amount}`}</strong>
            <OrderState state={refund.refund_status} name={refund.refund_status_name} />
            {refund.reason ? <span>{refund.reason}</span> : null}
            {refund.refund_status === 'pending' ? (
              <Button
                variant="default"
                size="compact-sm"
                loading={isPending}
                onClick={() => mutate(refund.refund_no)}
              >
                {words.refund.withdraw}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
