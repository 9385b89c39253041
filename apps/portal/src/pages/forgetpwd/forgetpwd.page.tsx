import { linkTo } from '@cme/commons/route-links';
import { Button, LinkTo } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { Checkbox, MobileField, NewPasswordField, PasswordField } from '@cme/ui/forms';
import { SmsCodeField } from '@cme/shell/sign-in';
import css from './forgetpwd.module.css';
import { words } from './forgetpwd.words.ts';
import { type ForgetpwdForm, useForgetpwd } from './use-forgetpwd.ts';

export function ForgetpwdPage() {
  const { form, submit, isBusy, failure, isDone, isBound, hasUnbound } = useForgetpwd();
  return (
    <div className={css.page}>
      <PageTitle name={words.title} />
      <header className={css.head}>
        <h1>{words.title}</h1>
        <p>{words.intro}</p>
        <p>
          {words.remembered}
          <LinkTo to={linkTo.login()}>{words.signIn}</LinkTo>
        </p>
      </header>
      {isDone ? (
        <div className={css.box} role="status">
          <p>{words.done}</p>
          {hasUnbound ? <p>{words.unbound}</p> : null}
          <Button component={LinkTo} to={linkTo.login()} fullWidth size="md">
            {words.toLogin}
          </Button>
        </div>
      ) : (
        <form className={css.box} onSubmit={submit} noValidate aria-busy={isBusy}>
          <ForgetpwdFields form={form} />
          <div role="status">{isBound ? <p>{words.boundHint}</p> : null}</div>
          {isBound ? (
            <Checkbox
              label={words.keepWechat}
              {...form.getInputProps('keep', { type: 'checkbox' })}
            />
          ) : null}
          {failure ? (
            <p role="alert" className={css.error}>
              {failure}
            </p>
          ) : null}
          <Button type="submit" size="md" fullWidth loading={isBusy}>
            {words.submit}
          </Button>
        </form>
      )}
    </div>
  );
}

function ForgetpwdFields({ form }: { form: ForgetpwdForm }) {
  return (
    <>
      <MobileField label={words.mobile} autoComplete="username" {...form.getInputProps('mobile')} />
      <SmsCodeField
        scene="forgetpwd"
        hasCaptchaLine
        mobile={() => form.getValues().mobile}
        onWrongMobile={(message) => form.setFieldError('mobile', message)}
        {...form.getInputProps('sms_code')}
      />
      <NewPasswordField
        label={words.password}
        description={words.passwordHint}
        account={form.values.mobile}
        {...form.getInputProps('password')}
      />
      <PasswordField
        label={words.confirm}
        autoComplete="new-password"
        {...form.getInputProps('confirm')}
      />
    </>
  );
}
