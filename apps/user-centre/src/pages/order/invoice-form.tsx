import { send } from '@cme/commons/api-client';
import { type Invoice, invoiceApply, isTaxNo } from '@cme/contract/payment';
import { Button, toast } from '@cme/ui';
import { refresh } from '@cme/shell';
import { fieldErrors, Radio, TextInput, useForm, type UseFormReturnType } from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import css from './order.module.css';

interface Props {
  code: string;
  /** Prefills the form with the previous request. */
  previous: Invoice | undefined;
}

/** Requests the invoice of an order. */
export function InvoiceForm({ code, previous }: Props) {
  const client = useQueryClient();
  const form = useForm({ initialValues: createValues(code, previous), validate: findErrors });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: FormValues) => send(invoiceApply, createBody(values)),
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
      {previous?.invoice_status === 'rejected' && previous.reason ? (
        <p className={css.note}>{previous.reason}</p>
      ) : null}
      <InvoiceFields form={form} />
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

function InvoiceFields({ form }: { form: UseFormReturnType<FormValues> }) {
  return (
    <>
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
    </>
  );
}

type FormValues = ReturnType<typeof createValues>;

const createValues = (orderCode: string, previous: Invoice | undefined) => ({
  order_code: orderCode,
  kind: previous?.kind === 'unit' ? ('unit' as const) : ('personal' as const),
  title: previous?.title ?? '',
  tax_no: previous?.tax_no ?? '',
  email: previous?.email ?? '',
});

/** Hidden fields are neither validated nor sent. */
const createBody = (values: FormValues): FormValues =>
  values.kind === 'unit' ? values : { ...values, tax_no: '' };

const findErrors = (values: FormValues) => ({
  ...fieldErrors<FormValues>(invoiceApply.body, createBody(values)),
  ...(values.kind === 'unit' && !isTaxNo(values.tax_no.trim())
    ? { tax_no: values.tax_no.trim() ? words.invoice.taxWrong : words.invoice.taxMissing }
    : {}),
});
