import type { Order } from '@cme/contract/payment';
import { momentInWords } from '@cme/ui';
import { Row } from '@cme/ui/row-list';
import { words } from '../../components/words.ts';
import css from './order.module.css';
import { OrderActions } from './order-actions.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderState } from './order-state.tsx';

/** An order of the learner: its items, its state, and the available actions. */
export function OrderRow({ order }: { order: Order }) {
  const { order_code, order_status, items } = order;
  const isPaid = Number(order.paid) > 0;
  const applied = words.refund.states[order.refunds[0]?.refund_status ?? ''];
  return (
    <Row className={css.row}>
      <header className={css.head}>
        <h2 className={css.code} id={`order-${order_code}`}>
          {words.order.no(order_code)}
        </h2>
        <span>{order.created_at.slice(0, 16)}</span>
        <OrderState state={order_status} name={order.order_status_name} />
      </header>
      <OrderItems items={items} />
      <footer className={css.foot}>
        <p className={css.sum}>
          {`${words.order.items(items.length)}　${isPaid ? words.order.paid : words.order.sum} `}
          <strong>{`¥${isPaid ? order.paid : order.pay}`}</strong>
          {order_status === 'pending' ? (
            <small>
              {order.transfer_until
                ? words.order.transferBefore(momentInWords(order.transfer_until))
                : words.order.payBefore(formatPayBefore(order))}
            </small>
          ) : null}
          {applied ? <small>{applied}</small> : null}
          {order.close_reason ? <small>{order.close_reason}</small> : null}
        </p>
        <OrderActions order={order} />
      </footer>
    </Row>
  );
}

/** Includes the date if the deadline is not on the day of the order. */
function formatPayBefore({ created_at, expire_at }: Order): string {
  const isSameDay = created_at.slice(0, 10) === expire_at.slice(0, 10);
  return isSameDay ? expire_at.slice(11, 16) : momentInWords(expire_at);
}
