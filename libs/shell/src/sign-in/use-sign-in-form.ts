import { isCallError, signIn } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { Mobile, SmsCode, type BodyOf } from '@cme/contract/base';
import { login } from '@cme/contract/person';
import { type FieldErrors, useForm, valueError } from '@cme/ui/forms';
import { type FormEvent, useEffect, useState } from 'react';
import { toast } from '@cme/ui';
import { returnTarget } from './return-target.ts';
import { withCaptcha } from './captcha.ts';
import { goTo } from '../session/go-to.ts';
import { storeTypedMobile } from './typed-mobile.ts';
import { changeSign, startRegistering } from './sign.atoms.ts';
import { useSignInMethods, type SignInMethod } from './sign-in-methods.ts';
import { words } from './sign-in.words.ts';
import { useAcceptSignIn } from './use-accept-sign-in.ts';

interface FormValues {
  account: string;
  password: string;
  sms_code: string;
}

/** State of the sign-in form. Input is kept across errors and method changes. */
export function useSignInForm(onDone: () => void) {
  const acceptSignIn = useAcceptSignIn();
  const { methods, isRegistOpen } = useSignInMethods();
  const [chosenMethod, setChosen] = useState<SignInMethod>('password');
  const method = methods.includes(chosenMethod) ? chosenMethod : (methods[0] ?? chosenMethod);
  const [isBusy, setBusy] = useState(false);
  const [factorTicket, setFactorTicket] = useState('');
  const form = useForm<FormValues>({
    mode: 'uncontrolled',
    initialValues: { account: '', password: '', sms_code: '' },
    validate: (values) => findErrors(values, method),
  });
  useEffect(() => () => changeSign({ login_error_msg: '' }), []);

  const signInWith = async (values: FormValues) => {
    setBusy(true);
    changeSign({ login_error_msg: '' });
    try {
      const body = createBody(values, method);
      await acceptSignIn(
        await withCaptcha(
          () => signIn(login, body),
          (proof) => signIn(login, { ...body, ...proof }),
          { mobile: body.account },
        ),
      );
      toast.success(words.welcome);
      onDone();
    } catch (error) {
      if (!isCallError(error)) throw error;
      if (error.factor_ticket) setFactorTicket(error.factor_ticket);
      else if (error.message === 'toRegister' && isRegistOpen)
        goToRegistration(values.account.trim());
      else
        changeSign({
          login_error_msg: error.message === 'toRegister' ? words.notRegistered : error.message,
        });
    } finally {
      setBusy(false);
    }
  };
  /** Back from the second step; a code that was sent is used up. */
  const restart = (message = '') => {
    setFactorTicket('');
    form.setFieldValue('sms_code', '');
    changeSign({ login_error_msg: message });
  };
  const setMethod = (next: SignInMethod) => {
    changeSign({ login_error_msg: '' });
    form.clearErrors();
    setChosen(next);
  };
  return {
    form,
    method,
    setMethod,
    isBusy,
    factorTicket,
    restart,
    submit: (event: FormEvent<HTMLFormElement>) =>
      form.onSubmit((values) => void signInWith(values))(event),
  };
}

/** An unknown number continues with registration, which returns to where signing in would have. */
function goToRegistration(mobile: string): void {
  const href = linkTo.registPerson({ targetUrl: returnTarget(location) });
  storeTypedMobile(mobile, href);
  startRegistering();
  goTo(href);
}

const findErrors = (
  { account, password, sms_code }: FormValues,
  method: SignInMethod,
): FieldErrors<FormValues> => {
  const accountError = valueError(Mobile, account.trim());
  const codeError = method === 'sms' ? valueError(SmsCode, sms_code) : undefined;
  return {
    ...(accountError && { account: accountError }),
    ...(method === 'password' && !password && { password: words.needPassword }),
    ...(codeError && { sms_code: codeError }),
  };
};

function createBody(
  { account, password, sms_code }: FormValues,
  method: SignInMethod,
): Exclude<BodyOf<typeof login>, { login_kind: 'wechat' }> {
  return method === 'password'
    ? { login_kind: 'password', account: account.trim(), password }
    : { login_kind: 'sms', account: account.trim(), sms_code: sms_code.trim() };
}
