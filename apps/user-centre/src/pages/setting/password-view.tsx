import { send } from '@cme/commons/api-client';
import { changePassword } from '@cme/contract';
import { Button, toast } from '@cme/ui';
import {
  confirmFault,
  fieldErrors,
  type FieldErrors,
  PasswordInput,
  useForm,
  useSubmission,
} from '@cme/ui/forms';
import { useCloseOverlay } from '../../components/use-overlay.ts';
import css from './setting.module.css';
import { words } from './setting.words.ts';
import { ViewFrame } from './view-frame.tsx';

const initialValues = { old_password: '', password: '', confirm: '' };
type Values = typeof initialValues;

const shown = {
  maxLength: 64,
  visibilityToggleButtonProps: { 'aria-label': words.showPassword, tabIndex: 0 },
};

/** Changes the password; all other devices have to sign in again. */
export function PasswordView() {
  const close = useCloseOverlay('view');
  const form = useForm<Values>({ initialValues, validate: findErrors, validateInputOnBlur: true });
  const change = async ({ old_password, password }: Values) => {
    await send(changePassword, { old_password, password });
    toast.success(words.passwordChanged);
    close();
  };
  const { submit, isBusy, failure } = useSubmission(form, change, ({ field }) => field);
  return (
    <ViewFrame title={words.password}>
      <p>{words.passwordIntro}</p>
      <form className={css.form} onSubmit={submit} noValidate aria-busy={isBusy}>
        <PasswordInput
          label={words.oldPassword}
          autoComplete="current-password"
          {...shown}
          {...form.getInputProps('old_password')}
        />
        <PasswordInput
          label={words.newPassword}
          description={words.passwordRule}
          autoComplete="new-password"
          {...shown}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={words.confirmPassword}
          autoComplete="new-password"
          {...shown}
          {...form.getInputProps('confirm')}
        />
        {failure ? <p role="alert">{failure}</p> : null}
        <div className={css.actions}>
          <Button type="submit" loading={isBusy}>
            {words.changePassword}
          </Button>
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </ViewFrame>
  );
}

function findErrors(values: Values): FieldErrors<Values> {
  const confirm = confirmFault(values);
  return {
    ...fieldErrors<Values>(changePassword.body, values),
    ...(confirm ? { confirm } : {}),
  };
}
