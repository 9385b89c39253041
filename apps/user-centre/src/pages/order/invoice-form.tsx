import { send } from '@cme/commons/api-client';
import { type Invoice, invoiceApply, invoiceDownload, isTaxNo } from '@cme/contract';
import { Button, Failed, refresh, Skeleton, toast } from '@cme/ui';
import { Radio, schemaResolver, TextInput, useForm } from '@cme/ui/forms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../words.ts';
import css from './order.module.css';
import { invoiceQuery, orderQuery } from './order.queries.ts';

/** The order's invoice: how it stands, or the form that asks for it. A reversed one may be asked
 * for anew. */
export function InvoiceForm({ code }: { code: string }) {
  const { data, error, refetch } = useQuery(invoiceQuery(code));
  const [replaced, setReplaced] = useState('');
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={260} />;
  const [invoice] = data.list;
  const isAsked =
    invoice && invoice.invoice_status !== 'rejected' && invoice.invoice_no !== replaced;
  if (!isAsked) return <Form code={code} before={invoice} />;
  return <Shown invoice={invoice} onAnew={() => setReplaced(invoice.invoice_no)} />;
}

function Shown({ invoice, onAnew }: { invoice: Invoice; onAnew: () => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(invoiceDownload, { invoice_no: invoice.invoice_no }),
    // A file, not a page: the router must not look for it.
    onSuccess: ({ url }) => location.assign(url),
  });
  const isReversed = invoice.invoice_status === 'reversed';
  const { data: order } = useQuery({ ...orderQuery(invoice.order_code), enabled: isReversed });
  const rows = [
    [words.invoice.name, invoice.title],
    [words.invoice.taxNo, invoice.tax_no],
    [words.invoice.email, invoice.email],
    [words.invoice.amount, `¥${invoice.amount}`],
    [words.invoice.no, invoice.tax_invoice_no],
    [words.invoice.why, isReversed ? invoice.reason : ''],
  ].filter(([, value]) => value);
  return (
    <div className={css.detail}>
      <p>
        <span className={css.badge} data-state={invoice.invoice_status}>
          {invoice.invoice_status_name}
        </span>
      </p>
      <dl className={css.sums}>
        {rows.map(([name, value]) => (
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
        <Button onClick={onAnew}>{words.invoice.anew}</Button>
      ) : null}
    </div>
  );
}

const shownOf = <Values extends { kind: string; tax_no: string }>(values: Values): Values =>
  values.kind === 'unit' ? values : { ...values, tax_no: '' };

/** What was typed before stands in the form again. */
const typedBefore = (before: Invoice | undefined) => ({
  kind: before?.kind === 'unit' ? ('unit' as const) : ('personal' as const),
  title: before?.title ?? '',
  tax_no: before?.tax_no ?? '',
  email: before?.email ?? '',
});

function Form({ code, before }: { code: string; before: Invoice | undefined }) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { order_code: code, ...typedBefore(before) },
    validate: (values) => ({
      // A field that is not shown must not stand in the way.
      ...schemaResolver(invoiceApply.body, { sync: true })(shownOf(values)),
      ...(values.kind === 'unit' && !isTaxNo(values.tax_no.trim())
        ? { tax_no: words.invoice.taxWrong }
        : {}),
    }),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: typeof form.values) => send(invoiceApply, shownOf(values)),
    onSuccess: () => toast.success(words.invoice.done),
    onSettled: () => refresh(client, { queryKey: ['order'] }),
  });
  return (
    <form
      className={css.form}
      onSubmit={form.onSubmit((values) => mutate(values))}
      noValidate
      aria-busy={isPending}
    >
      {before?.invoice_status === 'rejected' && before.reason ? (
        <p className={css.note}>{before.reason}</p>
      ) : null}
      <Radio.Group label={words.invoice.kind} {...form.getInputProps('kind')}>
        <div className={css.choices}>
          <Radio value="personal" label={words.invoice.personal} />
          <Radio value="unit" label={words.invoice.unit} />
        </div>
      </Radio.Group>
      <TextInput
        label={words.invoice.name}
        required
        maxLength={100}
        {...form.getInputProps('title')}
      />
      {form.values.kind === 'unit' ? (
        <TextInput
          label={words.invoice.taxNo}
          required
          maxLength={20}
          {...form.getInputProps('tax_no')}
          onChange={(event) =>
            form.setFieldValue('tax_no', event.currentTarget.value.toUpperCase())
          }
        />
      ) : null}
      <TextInput
        label={words.invoice.email}
        required
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      {error ? (
        <p role="alert" className={css.error}>
          {error.message}
        </p>
      ) : null}
      <Button type="submit" loading={isPending}>
        {words.invoice.submit}
      </Button>
    </form>
  );
}
