import { linkTo } from '@cme/commons/route-links';
import type { Order } from '@cme/contract/payment';
import { Button, LinkTo } from '@cme/ui';
import { words } from '../../components/words.ts';
import css from './order.module.css';
import { useOrderDialog } from './use-order-dialog.ts';

/**
 * The actions that the server allows for an order, the most likely first. Without `detail` if the
 * details are already shown.
 */
export function OrderActions({ order, detail = true }: { order: Order; detail?: boolean }) {
  const { order_code, actions } = order;
  const { show } = useOrderDialog();
  const isAllowed = (action: string) => actions.includes(action);
  const study = order.items.find(({ course_id }) => course_id !== '')?.course_id;
  const describedBy = { 'aria-describedby': `order-${order_code}` };
  return (
    <div className={css.actions}>
      {isAllowed('pay') ? (
        <Button component={LinkTo} to={linkTo.orderPayment(order_code)} {...describedBy}>
          {words.order.pay}
        </Button>
      ) : null}
      {isAllowed('study') && study ? (
        <Button component={LinkTo} to={linkTo.play(study)} {...describedBy}>
          {words.order.study}
        </Button>
      ) : null}
      {detail ? (
        <Button variant="default" onClick={() => show('detail', order_code)} {...describedBy}>
          {words.order.detail}
        </Button>
      ) : null}
      {isAllowed('cancel') ? (
        <Button variant="default" onClick={() => show('cancel', order_code)} {...describedBy}>
          {words.order.cancelOrder}
        </Button>
      ) : null}
      {isAllowed('refund') ? (
        <Button variant="default" onClick={() => show('refund', order_code)} {...describedBy}>
          {words.refund.title}
        </Button>
      ) : null}
      {isAllowed('invoice') || isInvoiced(order) ? (
        <Button variant="default" onClick={() => show('invoice', order_code)} {...describedBy}>
          {isInvoiced(order) ? words.invoice.view : words.invoice.title}
        </Button>
      ) : null}
      {isAllowed('hide') ? (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => show('hide', order_code)}
          {...describedBy}
        >
          {words.order.hide}
        </Button>
      ) : null}
    </div>
  );
}

const isInvoiced = ({ invoice_status }: Order) => !['none', 'rejected'].includes(invoice_status);
