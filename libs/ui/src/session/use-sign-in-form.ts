import { isCallFailed, signIn } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { isMobile, login, SmsCode, Mobile, type BodyOf } from '@cme/contract';
import { useForm } from '@mantine/form';
import { type FormEvent, useEffect, useState } from 'react';
import { toast } from '../toast/toast.ts';
import { useArrive, wishedTarget } from './after-sign-in.ts';
import { withProof } from './captcha.ts';
import { goTo } from './go-to.ts';
import { handMobileOver } from './known-mobile.ts';
import { changeSign, goRegistering } from './sign.atoms.ts';
import { useSignInWays, type Way } from './sign-in-ways.ts';
import { words } from './words.ts';

interface Typed {
  account: string;
  password: string;
  sms_code: string;
}

/** State of the sign-in form. What was typed stays, whatever goes wrong and whichever way is
 * chosen. */
export function useSignInForm(onDone: () => void) {
  const arrive = useArrive();
  const { ways, isRegistOpen } = useSignInWays();
  const [chosen, setWay] = useState<Way>('password');
  const way = ways.includes(chosen) ? chosen : (ways[0] ?? chosen);
  const [isBusy, setBusy] = useState(false);
  const form = useForm<Typed>({
    mode: 'uncontrolled',
    initialValues: { account: '', password: '', sms_code: '' },
    validate: (typed) => problems(typed, way),
  });
  useEffect(() => () => changeSign({ login_error_msg: '' }), []);

  const send = async (typed: Typed) => {
    setBusy(true);
    changeSign({ login_error_msg: '' });
    try {
      const body = bodyOf(typed, way);
      arrive(
        await withProof(
          () => signIn(login, body),
          (proof) => signIn(login, { ...body, ...proof }),
          { mobile: body.account },
        ),
      );
      toast.success(words.welcome);
      onDone();
    } catch (error) {
      if (!isCallFailed(error)) throw error;
      if (error.message === 'toRegister' && isRegistOpen) register(typed.account.trim());
      else
        changeSign({
          login_error_msg: error.message === 'toRegister' ? words.notRegistered : error.message,
        });
    } finally {
      setBusy(false);
    }
  };
  const change = (to: Way) => {
    changeSign({ login_error_msg: '' });
    form.clearErrors();
    setWay(to);
  };
  return {
    form,
    way,
    setWay: change,
    isBusy,
    submit: (event: FormEvent<HTMLFormElement>) =>
      form.onSubmit((typed) => void send(typed))(event),
  };
}

/** A number that nobody has yet goes on to registration, and from there to where signing in would
 * have led. */
function register(mobile: string): void {
  const href = linkTo.registPerson({ targetUrl: wishedTarget(location) });
  handMobileOver(mobile, href);
  goRegistering();
  goTo(href);
}

function problems(
  { account, password, sms_code }: Typed,
  way: Way,
): Partial<Record<keyof Typed, string>> {
  const wrong: Partial<Record<keyof Typed, string>> = {};
  if (!isMobile(account.trim())) wrong.account = messageOf(Mobile.safeParse(account));
  if (way === 'password' && !password) wrong.password = words.needPassword;
  const code = SmsCode.safeParse(sms_code);
  if (way === 'sms' && !code.success) wrong.sms_code = messageOf(code);
  return wrong;
}

function bodyOf({ account, password, sms_code }: Typed, way: Way): BodyOf<typeof login> {
  return way === 'password'
    ? { login_kind: 'password', account: account.trim(), password }
    : { login_kind: 'sms', account: account.trim(), sms_code: sms_code.trim() };
}

const messageOf = ({ error }: { error?: { issues: { message: string }[] } | undefined }) =>
  error?.issues[0]?.message ?? '';
