import type { CallError } from '@cme/commons/api-client';
import { send } from '@cme/commons/api-client';
import { forgetpwdReset, forgetpwdVerify } from '@cme/contract/person';
import { confirmFault, fieldErrors, type FieldErrors, useForm, useSubmission } from '@cme/ui/forms';
import { useRef, useState } from 'react';

const initialValues = { mobile: '', sms_code: '', password: '', confirm: '', keep: false };
type FormValues = typeof initialValues;

/**
 * Verifies the number, then sets the password. The verification stays valid if the password is
 * rejected. If WeChat is bound, it stops in between once, so that the binding can be kept.
 */
export function useForgetpwd() {
  const [isDone, setDone] = useState(false);
  const proof = useRef<{ for: string; token: string; isBound: boolean }>(undefined);
  /** The verification whose binding is shown. */
  const [shownFor, setShownFor] = useState('');
  const form = useForm<FormValues>({
    initialValues,
    validate: findErrors,
    validateInputOnBlur: true,
  });

  const proveMobile = async ({ mobile, sms_code }: FormValues) => {
    const key = `${mobile} ${sms_code}`;
    if (proof.current?.for !== key) {
      const { reset_token, wechat_bound } = await send(forgetpwdVerify, { mobile, sms_code });
      proof.current = { for: key, token: reset_token, isBound: wechat_bound === 'Y' };
    }
    return proof.current;
  };
  const resetPassword = async (values: FormValues) => {
    const { for: key, token, isBound } = await proveMobile(values);
    if (isBound && shownFor !== key) {
      form.setFieldValue('keep', false);
      return setShownFor(key);
    }
    if (!isBound) setShownFor('');
    const choice = isBound && values.keep ? { keep_wechat: 'Y' as const } : {};
    await send(forgetpwdReset, { reset_token: token, password: values.password, ...choice });
    setDone(true);
  };
  const isBound = shownFor !== '';
  const hasUnbound = isBound && !form.getValues().keep;
  return { form, isDone, isBound, hasUnbound, ...useSubmission(form, resetPassword, getField) };
}

export type ForgetpwdForm = ReturnType<typeof useForgetpwd>['form'];

const getField = ({ code, field }: Pick<CallError, 'code' | 'field'>) =>
  code === 'sms_wrong' ? 'sms_code' : field;

function findErrors(values: FormValues): FieldErrors<FormValues> {
  const confirm = confirmFault(values);
  return {
    ...fieldErrors<FormValues>(forgetpwdReset.body, { ...values, reset_token: '-' }),
    ...fieldErrors<FormValues>(forgetpwdVerify.body, values),
    ...(confirm ? { confirm } : {}),
  };
}
