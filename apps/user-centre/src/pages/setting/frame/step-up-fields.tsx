import { plainDigits } from '@cme/contract/base';
import { Group } from '@cme/ui';
import { PasswordField, Radio, type UseFormReturnType } from '@cme/ui/forms';
import { SmsCodeField } from '@cme/shell/sign-in';
import { words } from './setting.words.ts';

/** Form values for confirming the identity; one of the two is sent. */
export const stepUpValues = { by: 'password', password: '', own_code: '' };
export type StepUpValues = typeof stepUpValues;

export const stepUpOf = ({ by, password, own_code }: StepUpValues) =>
  by === 'password' ? { password } : { own_code };

export const stepUpErrors = ({ by, password, own_code }: StepUpValues) => {
  if (by === 'password') return password ? {} : { password: words.passwordMissing };
  return /^\d{6}$/.test(plainDigits(own_code)) ? {} : { own_code: words.codeMissing };
};

/** Confirms the user's identity again (step-up), by password or by a code sent to their number. */
export function StepUpFields<Values extends StepUpValues>({
  form,
  mobile,
}: {
  form: UseFormReturnType<Values>;
  /** Masked, to show where the code is sent. */
  mobile: string;
}) {
  return (
    <>
      <Radio.Group label={words.stepUp} {...form.getInputProps('by')}>
        <Group mt={8} gap="lg">
          <Radio value="password" label={words.byPassword} />
          <Radio value="code" label={words.byCode} />
        </Group>
      </Radio.Group>
      {form.getValues().by === 'password' ? (
        <PasswordField
          key="password"
          label={words.passwordTitle}
          {...form.getInputProps('password')}
        />
      ) : (
        <SmsCodeField
          key="own_code"
          scene="step_up"
          description={words.codeTo(mobile)}
          {...form.getInputProps('own_code')}
          label={words.ownCode}
        />
      )}
    </>
  );
}
