import { PasswordInput, TextInput } from '@cme/ui/forms';
import { SmsCodeField } from '@cme/shell/sign-in';
import css from './regist.module.css';
import { words } from './regist.words.ts';
import type { RegistForm } from './use-regist.ts';

const passwordToggle = {
  visibilityToggleButtonProps: { 'aria-label': words.showPassword, tabIndex: 0 },
};

export function AccountFields({ form }: { form: RegistForm }) {
  return (
    <fieldset className={css.group}>
      <legend>{words.account}</legend>
      <div className={css.fields}>
        <TextInput
          className={css.wide}
          label={words.mobile}
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
          maxLength={11}
          {...form.getInputProps('mobile')}
        />
        <div className={css.wide}>
          <SmsCodeField
            scene="regist"
            hasCaptchaLine
            mobile={() => form.getValues().mobile}
            onWrongMobile={(message) => form.setFieldError('mobile', message)}
            {...form.getInputProps('sms_code')}
          />
        </div>
        {(['password', 'confirm'] as const).map((field) => (
          <PasswordInput
            key={field}
            className={css.wide}
            label={words[field]}
            description={words[`${field}Hint`]}
            autoComplete="new-password"
            maxLength={20}
            {...passwordToggle}
            {...form.getInputProps(field)}
          />
        ))}
      </div>
    </fieldset>
  );
}
