import { send } from '@cme/commons/api-client';
import { Mobile, SmsCode } from '@cme/contract/base';
import { changeMobile } from '@cme/contract/person';
import { Button, toast } from '@cme/ui';
import { userInfoQuery, useUserInfo } from '@cme/shell';
import { SmsCodeField } from '@cme/shell/sign-in';
import { MobileField, useForm, useSubmission, valueError } from '@cme/ui/forms';
import { useQueryClient } from '@tanstack/react-query';
import { useCloseOverlay } from '../../../components/use-overlay.ts';
import css from '../frame/setting.module.css';
import { words } from '../frame/setting.words.ts';
import { StepUpFields, stepUpErrors, stepUpOf, stepUpValues } from '../frame/step-up-fields.tsx';
import { ViewFrame } from '../frame/view-frame.tsx';

const initialValues = { ...stepUpValues, mobile: '', sms_code: '' };
type Values = typeof initialValues;

/** Changes the account's phone number; all other devices have to sign in again. */
export function MobileView() {
  const close = useCloseOverlay('view');
  const client = useQueryClient();
  const { user } = useUserInfo();
  const form = useForm<Values>({ initialValues, validate: findErrors });
  const change = async (values: Values) => {
    const { mobile, sms_code } = values;
    await send(changeMobile, { mobile, sms_code, ...stepUpOf(values) });
    await client.invalidateQueries({ queryKey: userInfoQuery().queryKey });
    toast.success(words.mobileChanged);
    close();
  };
  const { submit, isBusy, failure } = useSubmission(form, change, (failed) =>
    failed.code === 'sms_wrong' && !failed.field ? 'sms_code' : failed.field,
  );
  return (
    <ViewFrame title={words.changeMobile}>
      <p>{words.mobileIntro(user?.mobile ?? '')}</p>
      <form className={css.form} onSubmit={submit} noValidate aria-busy={isBusy}>
        <StepUpFields form={form} mobile={user?.mobile ?? ''} />
        <MobileField label={words.newMobile} {...form.getInputProps('mobile')} />
        <SmsCodeField
          scene="change_mobile"
          mobile={() => form.getValues().mobile}
          onWrongMobile={(message) => form.setFieldError('mobile', message)}
          {...form.getInputProps('sms_code')}
          label={words.newCode}
        />
        {failure ? <p role="alert">{failure}</p> : null}
        <div className={css.actions}>
          <Button type="submit" loading={isBusy}>
            {words.changeMobile}
          </Button>
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </ViewFrame>
  );
}

function findErrors(values: Values) {
  const mobile = valueError(Mobile, values.mobile);
  const sms_code = valueError(SmsCode, values.sms_code);
  return {
    ...stepUpErrors(values),
    ...(mobile ? { mobile } : {}),
    ...(sms_code ? { sms_code } : {}),
  };
}
