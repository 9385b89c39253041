import { isCallError, signIn } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { login } from '@cme/contract/person';
import { Button, LinkTo, Skeleton, toast } from '@cme/ui';
import { leaveSignIn, PageTitle } from '@cme/shell';
import { FactorStep, SignInForm, startBinding, useAcceptSignIn } from '@cme/shell/sign-in';
import { useNavigate, useSearchParams } from '@cme/ui/router';
import { useEffect, useRef, useState } from 'react';
import { BindWechat } from './bind-wechat.tsx';
import css from './login.module.css';
import { words } from './wechat.words.ts';

type Step =
  | { status: 'pending' }
  | { status: 'binding' }
  | { status: 'factor'; ticket: string }
  | { status: 'failed'; message: string };

/** Redirect target of WeChat's authorization page. */
export function WechatPage() {
  const [query] = useSearchParams();
  // Each of them removes the code from the URL and keeps the other parameters.
  return query.get('bind') === 'Y' ? <BindWechat /> : <SignInByWechat />;
}

/** Signs in the identified WeChat user, or binds WeChat to an account first. */
function SignInByWechat() {
  const [step, setStep] = useRecognised();
  return (
    <div className={css.page}>
      <PageTitle name={words.title} />
      <h1>{step.status === 'binding' ? words.bind : words.title}</h1>
      {step.status === 'pending' ? (
        <div className={css.box} role="status">
          <p className={css.intro}>{words.asking}</p>
          <Skeleton height={44} />
        </div>
      ) : null}
      {step.status === 'binding' ? (
        <>
          <p className={css.intro}>{words.why}</p>
          <div className={css.box}>
            <SignInForm onDone={() => leaveSignIn()} />
          </div>
        </>
      ) : null}
      {step.status === 'factor' ? (
        <div className={css.box}>
          <FactorStep
            ticket={step.ticket}
            onDone={() => leaveSignIn()}
            onBack={(message = words.cancelled) => setStep({ status: 'failed', message })}
          />
        </div>
      ) : null}
      {step.status === 'failed' ? <Failed message={step.message} /> : null}
    </div>
  );
}

function Failed({ message }: { message: string }) {
  const [query] = useSearchParams();
  const targetUrl = query.get('targetUrl') ?? undefined;
  return (
    <div className={css.box}>
      <p role="alert">{message}</p>
      <Button component={LinkTo} to={linkTo.login({ targetUrl })} fullWidth>
        {words.again}
      </Button>
    </div>
  );
}

/** Removes the code from the URL and signs in with it once. */
function useRecognised(): [Step, (step: Step) => void] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const acceptSignIn = useAcceptSignIn();
  const [step, setStep] = useState<Step>({ status: 'pending' });
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    const code = query.get('code');
    const state = query.get('state');
    const targetUrl = query.get('targetUrl');
    const rest = targetUrl ? `?${new URLSearchParams({ targetUrl }).toString()}` : '';
    void navigate({ search: rest }, { replace: true });
    const recogniseAccount = async () => {
      if (!code || !state) return setStep({ status: 'failed', message: words.cancelled });
      try {
        await acceptSignIn(await signIn(login, { login_kind: 'wechat', code, state }));
        toast.success(words.welcome);
        leaveSignIn();
      } catch (error) {
        if (!isCallError(error)) throw error;
        if (error.bind_ticket) {
          startBinding(error.bind_ticket);
          setStep({ status: 'binding' });
        } else if (error.factor_ticket) setStep({ status: 'factor', ticket: error.factor_ticket });
        else setStep({ status: 'failed', message: error.message });
      }
    };
    void recogniseAccount();
  }, [acceptSignIn, navigate, query]);
  return [step, setStep];
}
