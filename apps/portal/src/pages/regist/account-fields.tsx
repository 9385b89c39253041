import { MobileField, NewPasswordField, PasswordField } from '@cme/ui/forms';
import { SmsCodeField } from '@cme/shell/sign-in';
import css from './regist.module.css';
import { words } from './regist.words.ts';
import type { RegistForm } from './use-regist.ts';

export function AccountFields({ form }: { form: RegistForm }) {
  return (
    <fieldset className={css.group}>
      <legend>{words.account}</legend>
      <div className={`${css.fields} field-rows`}>
        <MobileField className={css.wide} label={words.mobile} {...form.getInputProps('mobile')} />
        <div className={css.wide}>
          <SmsCodeField
            scene="regist"
            hasCaptchaLine
            mobile={() => form.getValues().mobile}
            onWrongMobile={(message) => form.setFieldError('mobile', message)}
            {...form.getInputProps('sms_code')}
          />
        </div>
        <NewPasswordField
          className={css.wide}
          label={words.password}
          description={words.passwordHint}
          account={form.values.mobile}
          {...form.getInputProps('password')}
        />
        <PasswordField
          className={css.wide}
          label={words.confirm}
          description={words.confirmHint}
          autoComplete="new-password"
          {...form.getInputProps('confirm')}
        />
      </div>
    </fieldset>
  );
}
