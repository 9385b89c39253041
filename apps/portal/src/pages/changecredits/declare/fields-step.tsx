import type { DeclareDraft, DeclareField, ExchangeKind } from '@cme/contract/credits';
import { NativeSelect, Textarea, TextInput } from '@cme/ui/forms';
import css from './declare.module.css';
import { declareWords as words } from '../changecredits.words.ts';
import { formatLevel } from '../figures.ts';
import { hasField, type FieldErrors } from './draft.rules.ts';
import { NumberField } from './number-field.tsx';

interface Props {
  kind: ExchangeKind;
  draft: DeclareDraft;
  errors: FieldErrors;
  onChange: (part: Partial<DeclareDraft>) => void;
}

/** The fields of this kind, in its order. */
export function FieldsStep({ kind, draft, errors, onChange }: Props) {
  return (
    <div className={css.fields}>
      {kind.fields
        .filter(({ key }) => hasField(kind, draft, key as DeclareField))
        .map((field) => (
          <Field
            key={field.key}
            field={field}
            kind={kind}
            draft={draft}
            error={errors[field.key]}
            onChange={onChange}
          />
        ))}
    </div>
  );
}

const maxLengths: Partial<Record<DeclareField, number>> = {
  activity_name: 100,
  activity_no: 64,
  issuer: 100,
};
const days: readonly string[] = ['start_on', 'end_on'];
const numberFields: readonly string[] = ['quantity', 'role_order'];

/** Hints are below the inputs, so that inputs in one row align. */
const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

function Field({
  field,
  kind,
  draft,
  error,
  onChange,
}: Omit<Props, 'errors'> & { field: ExchangeKind['fields'][number]; error: string | undefined }) {
  const key = field.key as DeclareField;
  const inputProps = {
    label: field.required === 'Y' ? field.label : `${field.label}${words.optional}`,
    description: field.hint || undefined,
    error,
    inputWrapperOrder,
  };
  if (key === 'note')
    return (
      <Textarea
        {...inputProps}
        className={css.wide}
        autosize
        minRows={3}
        maxLength={500}
        value={draft.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    );
  if (key === 'level')
    return (
      <NativeSelect
        {...inputProps}
        value={draft.level}
        data={[
          { value: '', label: words.chooseLevel },
          ...kind.levels.map((level) => ({ value: level.code, label: formatLevel(level) })),
        ]}
        onChange={(event) => onChange({ level: event.currentTarget.value, role_order: 0 })}
      />
    );
  if (numberFields.includes(key))
    return (
      <NumberField
        {...inputProps}
        value={draft[key] as number}
        unit={key === 'quantity' ? kind.unit : '名'}
        isWhole={key === 'role_order'}
        onNumber={(value) => onChange({ [key]: value })}
      />
    );
  return (
    <TextInput
      {...inputProps}
      className={key === 'activity_name' ? css.wide : undefined}
      type={days.includes(key) ? 'date' : 'text'}
      maxLength={maxLengths[key]}
      value={String(draft[key])}
      onChange={(event) => onChange({ [key]: event.currentTarget.value })}
    />
  );
}
