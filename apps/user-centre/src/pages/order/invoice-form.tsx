import { send } from '@cme/commons/api-client';
import { type Invoice, invoiceApply, invoiceDownload, isTaxNo } from '@cme/contract';
import { Button, Failed, refresh, Skeleton, toast } from '@cme/ui';
import { Radio, schemaResolver, TextInput, useForm } from '@cme/ui/forms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { words } from '../../words.ts';
import css from './order.module.css';
import { invoiceQuery } from './order.queries.ts';

/** The order's invoice: how it stands, or the form that asks for it. */
export function InvoiceForm({ code }: { code: string }) {
  const { data, error, refetch } = useQuery(invoiceQuery(code));
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={260} />;
  const [invoice] = data.list;
  return invoice && invoice.invoice_status !== 'rejected' ? <Shown invoice={invoice} /> : <Form code={code} rejected={invoice?.reason ?? ''} />;
}

function Shown({ invoice }: { invoice: Invoice }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(invoiceDownload, { invoice_no: invoice.invoice_no }),
    // A file, not a page: the router must not look for it.
    onSuccess: ({ url }) => location.assign(url),
  });
  const rows = [
    [words.invoice.name, invoice.title], [words.invoice.taxNo, invoice.tax_no], [words.invoice.email, invoice.email],
    [words.invoice.amount, `¥${invoice.amount}`], [words.invoice.no, invoice.tax_invoice_no],
  ].filter(([, value]) => value);
  return (
    <div className={css.detail}>
      <p><span className={css.badge} data-state={invoice.invoice_status}>{invoice.invoice_status_name}</span></p>
      <dl className={css.sums}>{rows.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      {error ? <p role="alert" className={css.error}>{error.message}</p> : null}
      {invoice.invoice_status === 'issued' ? <Button loading={isPending} onClick={() => mutate()}>{words.invoice.download}</Button> : null}
    </div>
  );
}

const shownOf = <Values extends { kind: string; tax_no: string }>(values: Values): Values => (values.kind === 'unit' ? values : { ...values, tax_no: '' });

function Form({ code, rejected }: { code: string; rejected: string }) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { order_code: code, kind: 'personal' as 'personal' | 'unit', title: '', tax_no: '', email: '' },
    validate: (values) => ({
      // A field that is not shown must not stand in the way.
      ...schemaResolver(invoiceApply.body, { sync: true })(shownOf(values)),
      ...(values.kind === 'unit' && !isTaxNo(values.tax_no.trim()) ? { tax_no: words.invoice.taxWrong } : {}),
    }),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: typeof form.values) => send(invoiceApply, shownOf(values)),
    onSuccess: () => toast.success(words.invoice.done),
    onSettled: () => refresh(client, { queryKey: ['order'] }),
  });
  return (
    <form className={css.form} onSubmit={form.onSubmit((values) => mutate(values))} noValidate aria-busy={isPending}>
      {rejected ? <p className={css.note}>{rejected}</p> : null}
      <Radio.Group label={words.invoice.kind} {...form.getInputProps('kind')}>
        <div className={css.choices}>
          <Radio value="personal" label={words.invoice.personal} />
          <Radio value="unit" label={words.invoice.unit} />
        </div>
      </Radio.Group>
      <TextInput label={words.invoice.name} required maxLength={100} {...form.getInputProps('title')} />
      {form.values.kind === 'unit' ? <TextInput label={words.invoice.taxNo} required maxLength={20} {...form.getInputProps('tax_no')} onChange={(event) => form.setFieldValue('tax_no', event.currentTarget.value.toUpperCase())} /> : null}
      <TextInput label={words.invoice.email} required type="email" autoComplete="email" {...form.getInputProps('email')} />
      {error ? <p role="alert" className={css.error}>{error.message}</p> : null}
      <Button type="submit" loading={isPending}>{words.invoice.submit}</Button>
    </form>
  );
}
