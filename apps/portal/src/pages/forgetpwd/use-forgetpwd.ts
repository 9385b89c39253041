import { isCallFailed, send } from '@cme/commons/api-client';
import { forgetpwdReset, forgetpwdVerify } from '@cme/contract';
import { focusFirstWrong, useForm } from '@cme/ui/forms';
import { useRef, useState } from 'react';
import { words } from './forgetpwd.words.ts';

const empty = { mobile: '', sms_code: '', password: '', confirm: '' };
type Typed = typeof empty;

/** Proves the number, then sets the password. A code that was right stays proven, should the
 * password be refused. */
export function useForgetpwd() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [isDone, setDone] = useState(false);
  const proven = useRef<{ for: string; token: string }>(undefined);
  const form = useForm<Typed>({
    initialValues: empty,
    validate: problems,
    validateInputOnBlur: true,
  });

  const prove = async ({ mobile, sms_code }: Typed) => {
    const key = `${mobile} ${sms_code}`;
    if (proven.current?.for !== key)
      proven.current = {
        for: key,
        token: (await send(forgetpwdVerify, { mobile, sms_code })).reset_token,
      };
    return proven.current.token;
  };
  const submit = form.onSubmit(async (typed) => {
    setBusy(true);
    setFailure('');
    try {
      await send(forgetpwdReset, { reset_token: await prove(typed), password: typed.password });
      setDone(true);
    } catch (error) {
      if (!isCallFailed(error)) throw error;
      const field = error.code === 'sms_wrong' ? 'sms_code' : error.field;
      if (field && field in empty) form.setFieldError(field, error.message);
      else setFailure(error.message);
      focusFirstWrong();
    } finally {
      setBusy(false);
    }
  }, focusFirstWrong);
  return { form, submit, isBusy, failure, isDone };
}

function problems(typed: Typed): Partial<Record<keyof Typed, string>> {
  const wrong: Partial<Record<keyof Typed, string>> = {};
  const verify = forgetpwdVerify.body.safeParse(typed).error?.issues ?? [];
  const reset = forgetpwdReset.body.safeParse({ ...typed, reset_token: '-' }).error?.issues ?? [];
  for (const { path, message } of [...verify, ...reset]) wrong[path[0] as keyof Typed] ??= message;
  if (!typed.confirm || typed.confirm !== typed.password) wrong.confirm = words.confirmWrong;
  return wrong;
}
