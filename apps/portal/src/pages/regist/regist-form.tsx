import { Button } from '@cme/ui';
import { Checkbox } from '@cme/ui/forms';
import { useQuery } from '@tanstack/react-query';
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
      <AgreeField form={form} />
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

function AgreeField({ form }: { form: Form }) {
  const error = form.errors.agree;
  return (
    <>
      <div className={css.agree}>
        <Checkbox
          label={words.agree}
          {...form.getInputProps('agree', { type: 'checkbox' })}
          error={Boolean(error)}
          aria-describedby={error ? 'agree-error' : undefined}
        />
        <Agreement />
      </div>
      {error ? (
        <p id="agree-error" className={css.error}>
          {error}
        </p>
      ) : null}
    </>
  );
}
