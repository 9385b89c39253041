import { type IdKind, idKinds, isAsked } from '@cme/contract/base';
import { NameField, NativeSelect, NumberLine, TextInput } from '@cme/ui/forms';
import css from './regist.module.css';
import { words } from './regist.words.ts';
import type { RegistForm } from './use-regist.ts';

const kinds = idKinds.map(({ code, name }) => ({ value: code, label: name }));
const genders = [
  { value: '', label: words.choose },
  { value: 'F', label: words.female },
  { value: 'M', label: words.male },
];

/**
 * Name and identity document. Gender and birth date are asked for if the document number does not
 * contain them. `onIdNumber` is called once the number has been entered.
 */
export function PersonFields({ form, onIdNumber }: { form: RegistForm; onIdNumber: () => void }) {
  const idNumber = form.getInputProps('id_no');
  const kind = form.values.id_type;
  return (
    <fieldset className={css.group}>
      <legend>{words.person}</legend>
      <div className={`${css.fields} field-rows`}>
        <NameField
          className={css.wide}
          label={words.name}
          description={kind === 'PP' || kind === 'HM' ? words.passportNameHint : words.nameHint}
          {...form.getInputProps('real_name')}
        />
        <NativeSelect
          label={words.idType}
          data={kinds}
          {...form.getInputProps('id_type')}
          onChange={({ currentTarget }) => changeKind(form, currentTarget.value as IdKind)}
        />
        <NumberLine
          label={words.idNo}
          description={words.idHints[kind]}
          {...idNumber}
          onBlur={(event) => {
            idNumber.onBlur?.(event);
            onIdNumber();
          }}
        />
        {isAsked(kind) ? (
          <>
            <NativeSelect label={words.gender} data={genders} {...form.getInputProps('gender')} />
            <TextInput
              label={words.birthDate}
              type="date"
              autoComplete="bday"
              {...form.getInputProps('birth_date')}
            />
          </>
        ) : null}
      </div>
    </fieldset>
  );
}

/**
 * Keeps the input but clears its validation error, which belonged to the other kind of document.
 */
function changeKind(form: RegistForm, kind: IdKind): void {
  form.setFieldValue('id_type', kind);
  for (const field of ['id_no', 'real_name', 'gender', 'birth_date']) form.clearFieldError(field);
}
