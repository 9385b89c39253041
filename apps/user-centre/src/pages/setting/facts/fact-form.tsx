import { send } from '@cme/commons/api-client';
import { levels, type Option, postTypes, series } from '@cme/contract/base';
import {
  askFact,
  type FactKind,
  factProofs,
  type FileRef,
  type MyFacts,
} from '@cme/contract/person';
import { Button, ErrorState, Skeleton, toast } from '@cme/ui';
import {
  AreaSelect,
  NativeSelect,
  TextInput,
  useForm,
  type UseFormReturnType,
  useSubmission,
} from '@cme/ui/forms';
import { areasQuery } from '@cme/shell/units';
import { takeFocus } from '@cme/ui/take-focus';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormFiles } from '../frame/form-files.tsx';
import settingCss from '../frame/setting.module.css';
import { factsQuery } from '../frame/setting.queries.ts';
import { factWords as words } from './facts.words.ts';

const options: Record<Exclude<FactKind, 'area_id'>, readonly Option[]> = {
  level: levels,
  series_code: series,
  post_type: postTypes,
};

const initialValues = {
  kind: 'level' as FactKind,
  value: '',
  areas: [] as string[],
  effective_from: '',
  file_ids: [] as FileRef[],
  // Submitting waits for uploads.
  isBusy: false,
};
type Values = typeof initialValues;

const valueOf = ({ kind, value, areas }: Values) =>
  kind === 'area_id' ? (areas.at(-1) ?? '') : value;

function validate(values: Values) {
  const { effective_from, file_ids, isBusy } = values;
  const files = isBusy ? words.proofOpen : words.missing.file_ids;
  return {
    ...(valueOf(values) === '' && { value: words.missing.value }),
    ...(effective_from === '' && { effective_from: words.missing.effective_from }),
    ...((isBusy || file_ids.length === 0) && { file_ids: files }),
  };
}

interface Props {
  /** With the kinds that can be asked for now. */
  facts: MyFacts;
  onDone: () => void;
  onCancel: () => void;
}

/** Requests a change or verification of one fact, with proofs. */
export function FactForm({ facts, onDone, onCancel }: Props) {
  const client = useQueryClient();
  const { current, latest } = facts;
  const form = useForm<Values>({
    initialValues: {
      ...initialValues,
      kind: (current[0]?.kind ?? 'level') as FactKind,
      effective_from: latest,
    },
    validate,
  });
  const submitRequest = async (values: Values) => {
    const { kind, effective_from, file_ids } = values;
    const body = { kind, value: valueOf(values), effective_from };
    const data = await send(askFact, { ...body, file_ids: file_ids.map((file) => file.file_id) });
    client.setQueryData(factsQuery().queryKey, data);
    toast.success(words.asked);
    onDone();
  };
  const { submit, isBusy, failure } = useSubmission(form, submitRequest, ({ field }) => field);
  return (
    <form
      className={settingCss.form}
      onSubmit={submit}
      noValidate
      aria-busy={isBusy}
      aria-label={words.ask}
      tabIndex={-1}
      ref={takeFocus}
    >
      <Fields form={form} facts={facts} />
      <FormFiles
        label={words.proof}
        hint={words.proofHint}
        kind="proof"
        name="fact"
        most={factProofs}
        error={form.errors.file_ids}
        onChange={(files) => form.setFieldValue('file_ids', files)}
        onBusy={(busy) => form.setFieldValue('isBusy', busy)}
      />
      {failure ? <p role="alert">{failure}</p> : null}
      <div className={settingCss.actions}>
        <Button type="submit" loading={isBusy}>
          {words.submit}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

function Fields({ form, facts }: { form: UseFormReturnType<Values>; facts: MyFacts }) {
  const { current, earliest, latest } = facts;
  const { kind } = form.values;
  return (
    <>
      <NativeSelect
        label={words.kind}
        data={current.map((item) => ({ value: item.kind, label: item.kind_name }))}
        value={kind}
        onChange={(event) => {
          form.setFieldValue('kind', event.currentTarget.value as FactKind);
          form.setFieldValue('value', '');
        }}
      />
      {kind === 'area_id' ? (
        <Area
          value={form.values.areas}
          error={form.errors.value}
          onChange={(areas) => form.setFieldValue('areas', areas)}
        />
      ) : (
        <NativeSelect
          key={kind}
          label={words.value}
          description={words.valueHint}
          required
          data={[
            { value: '', label: words.choose },
            ...options[kind].map(({ code, name }) => ({ value: code, label: name })),
          ]}
          {...form.getInputProps('value')}
        />
      )}
      <TextInput
        type="date"
        label={words.from}
        description={words.fromHint(earliest)}
        min={earliest}
        max={latest}
        required
        {...form.getInputProps('effective_from')}
      />
    </>
  );
}

interface AreaProps {
  value: string[];
  error: React.ReactNode;
  onChange: (areas: string[]) => void;
}

function Area({ value, error, onChange }: AreaProps) {
  const { data, error: failure, isFetching, refetch } = useQuery(areasQuery());
  if (failure && !isFetching) return <ErrorState error={failure} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={72} />;
  return (
    <AreaSelect label={words.value} tree={data} value={value} onChange={onChange} error={error} />
  );
}
