import { ErrorState, Skeleton } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InvoiceDetails } from './invoice-details.tsx';
import { InvoiceForm } from './invoice-form.tsx';
import { invoiceQuery } from './order.queries.ts';

/**
 * The order's invoice: its state, or the form that requests it. A reversed one can be requested
 * again.
 */
export function Invoice({ code }: { code: string }) {
  const { data, error, refetch } = useQuery(invoiceQuery(code));
  const [replaced, setReplaced] = useState('');
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={260} />;
  const [invoice] = data.list;
  const isRequested =
    invoice && invoice.invoice_status !== 'rejected' && invoice.invoice_no !== replaced;
  if (!isRequested) return <InvoiceForm code={code} previous={invoice} />;
  return <InvoiceDetails invoice={invoice} onReplace={() => setReplaced(invoice.invoice_no)} />;
}
