import { send } from '@cme/commons/api-client';
import {
  correctIdentity,
  type FileRef,
  identityPictures,
  type Verification,
  verifyIdentity,
} from '@cme/contract/person';
import { Button } from '@cme/ui';
import {
  LongText,
  NameField,
  NumberLine,
  useForm,
  type UseFormReturnType,
  useSubmission,
  valueError,
} from '@cme/ui/forms';
import { useQueryClient } from '@tanstack/react-query';
import { FormFiles } from '../frame/form-files.tsx';
import { identityWords as words } from './identity.words.ts';
import { identityQuery } from '../frame/setting.queries.ts';
import css from '../frame/setting.module.css';
import { takeFocus } from '@cme/ui/take-focus';

const initialValues = {
  real_name: '',
  id_no: '',
  reason: '',
  file_ids: [] as FileRef[],
  // Submitting waits for uploads.
  isBusy: false,
};
type Values = typeof initialValues;
type Field = 'real_name' | 'id_no' | 'reason' | 'file_ids';

function findFault(field: Field, values: Values): string {
  if (field === 'file_ids' && values.isBusy) return words.picturesOpen;
  if (field !== 'file_ids' && values[field].trim() !== '')
    return valueError(correctIdentity.body.shape[field], values[field]) ?? '';
  return values[field].length > 0 && field === 'file_ids' ? '' : words.missing[field];
}

const createValidator = (fields: readonly Field[]) => (values: Values) =>
  Object.fromEntries(
    fields.map((field) => [field, findFault(field, values)]).filter(([, fault]) => fault),
  ) as Partial<Record<Field, string>>;

const getFileIds = ({ file_ids }: Values) => file_ids.map(({ file_id }) => file_id);

function useIdentityForm(
  fields: readonly Field[],
  first: Partial<Values>,
  sendRequest: (values: Values) => Promise<Verification>,
  onDone: () => void,
) {
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: { ...initialValues, ...first },
    validate: createValidator(fields),
  });
  const submitValues = async (values: Values) => {
    const state = await sendRequest(values);
    onDone();
    client.setQueryData(identityQuery().queryKey, state);
  };
  return { form, ...useSubmission(form, submitValues, ({ field }) => field) };
}

/** Requests verification of the current name and number. */
export function VerifyForm({ onDone }: { onDone: () => void }) {
  const { form, submit, isBusy, failure } = useIdentityForm(
    ['id_no', 'file_ids'],
    {},
    (values) => send(verifyIdentity, { id_no: values.id_no, file_ids: getFileIds(values) }),
    onDone,
  );
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <NumberLine
        label={words.idNo}
        description={words.idNoHint}
        {...form.getInputProps('id_no')}
      />
      <Pictures form={form} name="verify" />
      {failure ? <p role="alert">{failure}</p> : null}
      <div className={css.actions}>
        <Button type="submit" loading={isBusy}>
          {words.submit}
        </Button>
      </div>
    </form>
  );
}

interface CorrectProps {
  /** The current name. */
  name: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Requests a correction of name or number. */
export function CorrectForm({ name, onDone, onCancel }: CorrectProps) {
  const { form, submit, isBusy, failure } = useIdentityForm(
    ['real_name', 'id_no', 'reason', 'file_ids'],
    { real_name: name },
    (values) => {
      const { real_name, id_no, reason } = values;
      return send(correctIdentity, { real_name, id_no, reason, file_ids: getFileIds(values) });
    },
    onDone,
  );
  return (
    <form
      className={css.form}
      onSubmit={submit}
      noValidate
      aria-busy={isBusy}
      aria-label={words.correct}
      tabIndex={-1}
      ref={takeFocus}
    >
      <NameField label={words.newName} required {...form.getInputProps('real_name')} />
      <NumberLine
        label={words.newIdNo}
        description={words.newIdNoHint}
        required
        {...form.getInputProps('id_no')}
      />
      <LongText
        label={words.why}
        required
        most={200}
        autosize
        minRows={1}
        {...form.getInputProps('reason')}
      />
      <Pictures form={form} name="correct" />
      {failure ? <p role="alert">{failure}</p> : null}
      <div className={css.actions}>
        <Button type="submit" loading={isBusy}>
          {words.submitCorrection}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

function Pictures({ form, name }: { form: UseFormReturnType<Values>; name: string }) {
  return (
    <FormFiles
      label={words.pictures}
      hint={words.picturesHint}
      kind="id_card"
      name={`identity.${name}`}
      most={identityPictures}
      error={form.errors.file_ids}
      onChange={(files) => form.setFieldValue('file_ids', files)}
      onBusy={(isBusy) => form.setFieldValue('isBusy', isBusy)}
    />
  );
}
