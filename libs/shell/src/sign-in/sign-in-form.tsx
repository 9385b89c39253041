import { linkTo } from '@cme/commons/route-links';
import { Alert, MobileField, PasswordField, Stack } from '@cme/ui/forms';
import { useLocation } from '@cme/ui/router';
import { useAtomValue } from 'jotai';
import { Button, Group, LinkTo } from '@cme/ui';
import { returnTarget } from './return-target.ts';
import { FactorStep } from './factor-step.tsx';
import { startRegistering, signAtom } from './sign.atoms.ts';
import { SmsCodeField } from './sms-code-field.tsx';
import { useSignInMethods } from './sign-in-methods.ts';
import { WechatButton, WechatElsewhere } from './wechat-button.tsx';
import { useSignInForm } from './use-sign-in-form.ts';
import { words } from './sign-in.words.ts';

/**
 * Sign-in by password or SMS code; the same on /login and in the dialog. `onDone` is called on
 * success.
 */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const { form, method, setMethod, submit, isBusy, factorTicket, restart } = useSignInForm(onDone);
  const { login_error_msg, bindShow } = useAtomValue(signAtom);
  const { methods, wechatWay, isRegistOpen } = useSignInMethods();
  const otherMethod = method === 'sms' ? 'password' : 'sms';
  if (factorTicket) return <FactorStep ticket={factorTicket} onDone={onDone} onBack={restart} />;
  return (
    <form onSubmit={submit} noValidate aria-busy={isBusy}>
      <Stack gap="md">
        {login_error_msg ? (
          <Alert color="red" role="alert">
            {login_error_msg}
          </Alert>
        ) : null}
        <SignInFields form={form} method={method} />
        <Button type="submit" fullWidth loading={isBusy}>
          {words.submit}
        </Button>
        {methods.length > 1 ? (
          <Button variant="default" fullWidth size="md" onClick={() => setMethod(otherMethod)}>
            {words.methods[otherMethod]}
          </Button>
        ) : null}
        {bindShow ? null : <WechatWays way={wechatWay} />}
        <Group justify="space-between" className="sign-in-ways">
          <LinkTo to={linkTo.forgetpwd()}>{words.forget}</LinkTo>
          {isRegistOpen ? <RegistLink /> : null}
        </Group>
      </Stack>
    </form>
  );
}

function WechatWays({ way }: { way: ReturnType<typeof useSignInMethods>['wechatWay'] }) {
  if (way === 'elsewhere') return <WechatElsewhere />;
  return way ? <WechatButton way={way} /> : null;
}

type FieldsProps = Pick<ReturnType<typeof useSignInForm>, 'form' | 'method'>;

function SignInFields({ form, method }: FieldsProps) {
  return (
    <>
      <MobileField
        label={words.mobile}
        autoComplete="username"
        data-autofocus
        {...form.getInputProps('account')}
        key={form.key('account')}
      />
      {method === 'sms' ? (
        <SmsCodeField
          scene="login"
          mobile={() => form.getValues().account}
          onWrongMobile={(message) => form.setFieldError('account', message)}
          {...form.getInputProps('sms_code')}
          key={form.key('sms_code')}
        />
      ) : (
        <PasswordField
          label={words.password}
          {...form.getInputProps('password')}
          key={form.key('password')}
        />
      )}
    </>
  );
}

/** Registration returns to where signing in would. */
function RegistLink() {
  const targetUrl = returnTarget(useLocation());
  return (
    <LinkTo to={linkTo.registPerson({ targetUrl })} onClick={startRegistering}>
      {words.regist}
    </LinkTo>
  );
}
