import { Button } from '@cme/ui';
import { Checkbox } from '@cme/ui/forms';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AccountFields } from './account-fields.tsx';
import { Agreement } from './agreement.tsx';
import { PersonFields } from './person-fields.tsx';
import { ProfessionFields } from './profession-fields.tsx';
import css from './regist.module.css';
import { areasQuery } from './regist.queries.ts';
import { words } from './regist.words.ts';
import { type RegistForm as Form, useRegist } from './use-regist.ts';

export function RegistForm() {
  const areas = useQuery(areasQuery());
  const { form, submit, check, isBusy, failure } = useRegist(areas.data);
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <AccountFields form={form} />
      <PersonFields form={form} onIdNumber={() => void check('id_no')} />
      <ProfessionFields form={form} areas={areas} />
      <AgreeField form={form} name="agree" label={words.agree}>
        <Agreement />
      </AgreeField>
      <AgreeField form={form} name="agree_identity" label={words.agreeIdentity} />
      {failure ? (
        <p role="alert" className={css.error}>
          {failure}
        </p>
      ) : null}
      <Button type="submit" size="md" fullWidth loading={isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}

interface AgreeProps {
  form: Form;
  name: 'agree' | 'agree_identity';
  label: string;
  children?: ReactNode;
}

function AgreeField({ form, name, label, children }: AgreeProps) {
  const error = form.errors[name];
  const id = `${name}-error`;
  return (
    <>
      <div className={css.agree}>
        <Checkbox
          label={label}
          {...form.getInputProps(name, { type: 'checkbox' })}
          error={Boolean(error)}
          aria-describedby={error ? id : undefined}
        />
        {children}
      </div>
      {error ? (
        <p id={id} className={css.error}>
          {error}
        </p>
      ) : null}
    </>
  );
}
