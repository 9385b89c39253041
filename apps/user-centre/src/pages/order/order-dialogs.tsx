import type { DataOf } from '@cme/contract/base';
import { type Order, orderCancel, orderHide, type orderList } from '@cme/contract/payment';
import { ErrorState, Skeleton } from '@cme/ui';
import { Modal, modalWidth } from '@cme/ui/forms';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Invoice } from './invoice.tsx';
import { OrderDetail } from './order-detail.tsx';
import { invoiceQuery, orderQuery } from './order.queries.ts';
import { RefundForm } from './refund-form.tsx';
import { useOrderDialog } from './use-order-dialog.ts';

/** The dialog that is open above the list. */
export function OrderDialogs() {
  const { dialog, code, close } = useOrderDialog();
  if (dialog === 'cancel') return <CancelDialog code={code} onClose={close} />;
  if (dialog === 'hide')
    return (
      <ConfirmDialog
        call={orderHide}
        code={code}
        title={words.order.hide}
        text={words.order.hideAsk}
        done={words.order.hidden}
        onClose={close}
      />
    );
  if (!dialog) return null;
  const titles = {
    detail: words.order.detail,
    refund: words.refund.title,
    invoice: <InvoiceTitle code={code} />,
  };
  return (
    <Modal
      opened
      onClose={close}
      title={titles[dialog]}
      size={modalWidth}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {dialog === 'detail' ? <Detail code={code} /> : null}
      {dialog === 'refund' ? <RefundForm code={code} onDone={close} /> : null}
      {dialog === 'invoice' ? <Invoice code={code} /> : null}
    </Modal>
  );
}

/** A requested invoice is viewed, not requested again. */
function InvoiceTitle({ code }: { code: string }) {
  const { data } = useQuery(invoiceQuery(code));
  const [invoice] = data?.list ?? [];
  return invoice && invoice.invoice_status !== 'rejected'
    ? words.invoice.view
    : words.invoice.title;
}

function CancelDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const { data } = useQuery(orderQuery(code));
  return (
    <ConfirmDialog
      call={orderCancel}
      code={code}
      title={words.order.cancelOrder}
      text={data?.transfer_until ? words.order.cancelTransferAsk : words.order.cancelAsk}
      done={words.order.canceled}
      onClose={onClose}
    />
  );
}

function Detail({ code }: { code: string }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...orderQuery(code),
    placeholderData: () => findListed(client, code),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <OrderDetail order={data} /> : <Skeleton height={240} />;
}

/** The order in a loaded list, so that its details open without a placeholder. */
const findListed = (client: QueryClient, code: string): Order | undefined =>
  client
    .getQueriesData<DataOf<typeof orderList>>({ queryKey: ['order', 'list'] })
    .flatMap(([, data]) => data?.list ?? [])
    .find(({ order_code }) => order_code === code);
