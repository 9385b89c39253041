import { send } from '@cme/commons/api-client';
import { plainNumber } from '@cme/contract/base';
import { type Invoice, invoiceApply, isTaxNo } from '@cme/contract/payment';
import { Button, toast } from '@cme/ui';
import { refresh, useUserInfo } from '@cme/shell';
import {
  EmailField,
  fieldErrors,
  NumberLine,
  Radio,
  TextInput,
  useForm,
  type UseFormReturnType,
} from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
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
  const changeKind = useKindChange(form, previous);
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
      <InvoiceFields form={form} onKind={changeKind} />
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

type InvoiceKind = FormValues['kind'];

/**
 * The title belongs to the kind: changing the kind keeps what was typed for each, and suggests the
 * person's name or unit.
 */
function useKindChange(form: UseFormReturnType<FormValues>, previous: Invoice | undefined) {
  const { user } = useUserInfo();
  const typed = useRef<Partial<Record<InvoiceKind, string>>>({});
  return (kind: InvoiceKind) => {
    const { kind: before, title } = form.getValues();
    typed.current[before] = title;
    const suggested = kind === 'unit' ? user?.unit_name : user?.real_name;
    const known = previous?.kind === kind ? previous.title : suggested;
    form.setValues({ kind, title: typed.current[kind] || known || '' });
    form.clearErrors();
  };
}

interface FieldsProps {
  form: UseFormReturnType<FormValues>;
  onKind: (kind: InvoiceKind) => void;
}

function InvoiceFields({ form, onKind }: FieldsProps) {
  return (
    <>
      <Radio.Group
        label={words.invoice.kind}
        {...form.getInputProps('kind')}
        onChange={(kind) => onKind(kind as InvoiceKind)}
      >
        <div className={css.choices}>
          <Radio value="personal" label={words.invoice.personal} />
          <Radio value="unit" label={words.invoice.unit} />
        </div>
      </Radio.Group>
      <TextInput label={words.invoice.name} required {...form.getInputProps('title')} />
      {form.values.kind === 'unit' ? (
        <NumberLine label={words.invoice.taxNo} required {...form.getInputProps('tax_no')} />
      ) : null}
      <EmailField label={words.invoice.email} required {...form.getInputProps('email')} />
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
const createBody = (values: FormValues): FormValues => ({
  ...values,
  tax_no: values.kind === 'unit' ? plainNumber(values.tax_no) : '',
});

const findErrors = (values: FormValues) => ({
  ...fieldErrors<FormValues>(invoiceApply.body, createBody(values)),
  ...(values.kind === 'unit' && !isTaxNo(plainNumber(values.tax_no))
    ? { tax_no: values.tax_no.trim() ? words.invoice.taxWrong : words.invoice.taxMissing }
    : {}),
});
