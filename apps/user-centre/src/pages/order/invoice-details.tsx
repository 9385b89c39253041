import { send } from '@cme/commons/api-client';
import { type Invoice, invoiceDownload } from '@cme/contract/payment';
import { Button } from '@cme/ui';
import { useOpenFile } from '@cme/shell';
import { useMutation, useQuery } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import css from './order.module.css';
import { OrderState } from './order-state.tsx';
import { orderQuery } from './order.queries.ts';

interface Props {
  invoice: Invoice;
  /** Requests a replacement. */
  onReplace: () => void;
}

export function InvoiceDetails({ invoice, onReplace }: Props) {
  const openFile = useOpenFile();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(invoiceDownload, { invoice_no: invoice.invoice_no }),
    onSuccess: ({ url }) => openFile(url),
  });
  const isReversed = invoice.invoice_status === 'reversed';
  const { data: order } = useQuery({ ...orderQuery(invoice.order_code), enabled: isReversed });
  return (
    <div className={css.detail}>
      <p>
        <OrderState state={invoice.invoice_status} name={invoice.invoice_status_name} />
      </p>
      <dl className={css.sums}>
        {createRows(invoice).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {error ? (
        <p role="alert" className={css.error}>
          {error.message}
        </p>
      ) : null}
      {invoice.invoice_status === 'issued' ? (
        <Button loading={isPending} onClick={() => mutate()}>
          {words.invoice.download}
        </Button>
      ) : null}
      {isReversed && order?.actions.includes('invoice') ? (
        <Button onClick={onReplace}>{words.invoice.anew}</Button>
      ) : null}
    </div>
  );
}

const createRows = (invoice: Invoice) =>
  [
    [words.invoice.name, invoice.title],
    [words.invoice.taxNo, invoice.tax_no],
    [words.invoice.email, invoice.email],
    [words.invoice.amount, `¥${invoice.amount}`],
    [words.invoice.no, invoice.tax_invoice_no],
    [words.invoice.issuedOn, invoice.issued_at.slice(0, 10)],
    [words.invoice.why, invoice.invoice_status === 'reversed' ? invoice.reason : ''],
  ].filter(([, value]) => value);
