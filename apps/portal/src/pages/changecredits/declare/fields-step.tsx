import type { DeclareDraft, DeclareField, ExchangeKind } from '@cme/contract/credits';
import { LongText, NativeSelect, TextInput } from '@cme/ui/forms';
import css from './declare.module.css';
import { declareWords as words } from '../changecredits.words.ts';
import { formatLevel } from '../figures.ts';
import { hasField, type FieldErrors, type TypedNumbers } from './draft.rules.ts';
import { NumberField } from './number-field.tsx';

interface Props {
  kind: ExchangeKind;
  draft: DeclareDraft;
  errors: FieldErrors;
  typed: TypedNumbers;
  onType: (key: 'quantity' | 'role_order', text: string) => void;
  onChange: (part: Partial<DeclareDraft>) => void;
}

/** The fields of this kind, in its order. */
export function FieldsStep({ errors, ...props }: Props) {
  const { kind, draft } = props;
  return (
    <div className={`${css.fields} field-rows`}>
      {kind.fields
        .filter(({ key }) => hasField(kind, draft, key as DeclareField))
        .map((field) => (
          <Field key={field.key} {...props} field={field} error={errors[field.key]} />
        ))}
    </div>
  );
}

const days: readonly string[] = ['start_on', 'end_on'];

function Field({
  field,
  kind,
  draft,
  error,
  typed,
  onType,
  onChange,
}: Omit<Props, 'errors'> & { field: ExchangeKind['fields'][number]; error: string | undefined }) {
  const key = field.key as DeclareField;
  const inputProps = {
    label: field.required === 'Y' ? field.label : `${field.label}${words.optional}`,
    description: field.hint || undefined,
    error,
  };
  if (key === 'note')
    return (
      <LongText
        {...inputProps}
        className={css.wide}
        autosize
        minRows={3}
        most={500}
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
  if (key === 'quantity' || key === 'role_order')
    return (
      <NumberField
        {...inputProps}
        text={typed[key] ?? (draft[key] ? String(draft[key]) : '')}
        unit={key === 'quantity' ? kind.unit : '名'}
        isWhole={key === 'role_order'}
        onType={(text) => onType(key, text)}
      />
    );
  return (
    <TextInput
      {...inputProps}
      className={key === 'activity_name' ? css.wide : undefined}
      type={days.includes(key) ? 'date' : 'text'}
      value={String(draft[key])}
      onChange={(event) => onChange({ [key]: event.currentTarget.value })}
    />
  );
}
