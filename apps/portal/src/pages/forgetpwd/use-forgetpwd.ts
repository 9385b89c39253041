import type { CallFailed } from '@cme/commons/api-client';
import { send } from '@cme/commons/api-client';
import { forgetpwdReset, forgetpwdVerify } from '@cme/contract';
import { confirmFault, fieldErrors, type FieldErrors, useForm, useSubmission } from '@cme/ui/forms';
import { useRef, useState } from 'react';

const initialValues = { mobile: '', sms_code: '', password: '', confirm: '' };
type FormValues = typeof initialValues;

/**
 * Verifies the number, then sets the password. The verification stays valid if the password is
 * rejected.
 */
export function useForgetpwd() {
  const [isDone, setDone] = useState(false);
  const proof = useRef<{ for: string; token: string }>(undefined);
  const form = useForm<FormValues>({
    initialValues,
    validate: findErrors,
    validateInputOnBlur: true,
  });

  const proveMobile = async ({ mobile, sms_code }: FormValues) => {
    const key = `${mobile} ${sms_code}`;
    if (proof.current?.for !== key)
      proof.current = {
        for: key,
        token: (await send(forgetpwdVerify, { mobile, sms_code })).reset_token,
      };
    return proof.current.token;
  };
  const resetPassword = async (values: FormValues) => {
    await send(forgetpwdReset, {
      reset_token: await proveMobile(values),
      password: values.password,
    });
    setDone(true);
  };
  return { form, isDone, ...useSubmission(form, resetPassword, getField) };
}

export type ForgetpwdForm = ReturnType<typeof useForgetpwd>['form'];

const getField = ({ code, field }: CallFailed) => (code === 'sms_wrong' ? 'sms_code' : field);

function findErrors(values: FormValues): FieldErrors<FormValues> {
  const confirm = confirmFault(values);
  return {
    ...fieldErrors<FormValues>(forgetpwdReset.body, { ...values, reset_token: '-' }),
    ...fieldErrors<FormValues>(forgetpwdVerify.body, values),
    ...(confirm ? { confirm } : {}),
  };
}
