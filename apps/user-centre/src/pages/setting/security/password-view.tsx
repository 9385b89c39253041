import { send } from '@cme/commons/api-client';
import { changePassword } from '@cme/contract/person';
import { Button, toast } from '@cme/ui';
import {
  Checkbox,
  confirmFault,
  fieldErrors,
  type FieldErrors,
  NewPasswordField,
  PasswordField,
  useForm,
  useSubmission,
} from '@cme/ui/forms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCloseOverlay } from '../../../components/use-overlay.ts';
import { boundSince } from './bound-words.ts';
import css from '../frame/setting.module.css';
import { wechatQuery } from '../frame/setting.queries.ts';
import { words } from '../frame/setting.words.ts';
import { ViewFrame } from '../frame/view-frame.tsx';

const initialValues = { old_password: '', password: '', confirm: '', keep: false };
type Values = typeof initialValues;

/** Changes the password; all other devices have to sign in again. */
export function PasswordView() {
  const close = useCloseOverlay('view');
  const form = useForm<Values>({ initialValues, validate: findErrors, validateInputOnBlur: true });
  const client = useQueryClient();
  const { data: wechat } = useQuery(wechatQuery());
  const change = async ({ old_password, password, keep }: Values) => {
    const choice = keep ? { keep_wechat: 'Y' as const } : {};
    await send(changePassword, { old_password, password, ...choice });
    void client.invalidateQueries({ queryKey: wechatQuery().queryKey });
    toast.success(words.passwordChanged);
    close();
  };
  const { submit, isBusy, failure } = useSubmission(form, change, ({ field }) => field);
  return (
    <ViewFrame title={words.password}>
      <p>{words.passwordIntro}</p>
      <form className={css.form} onSubmit={submit} noValidate aria-busy={isBusy}>
        <PasswordField label={words.oldPassword} {...form.getInputProps('old_password')} />
        <NewPasswordField
          label={words.newPassword}
          description={words.passwordRule}
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={words.confirmPassword}
          autoComplete="new-password"
          {...form.getInputProps('confirm')}
        />
        {wechat?.bound === 'Y' ? (
          <Checkbox
            label={words.keepWechat}
            description={words.keepHint(boundSince(wechat))}
            {...form.getInputProps('keep', { type: 'checkbox' })}
          />
        ) : null}
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
