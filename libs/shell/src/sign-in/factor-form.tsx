import { signIn } from '@cme/commons/api-client';
import { site } from '@cme/commons/branding';
import { plainCode, plainDigits } from '@cme/contract/base';
import { loginFactor } from '@cme/contract/person';
import { CodeField, Stack, useForm, useSubmission } from '@cme/ui/forms';
import { useEffect, useRef, useState } from 'react';
import { Button, Text, toast } from '@cme/ui';
import { words } from './factor-step.words.ts';
import { useAcceptSignIn } from './use-accept-sign-in.ts';

export interface FactorStepProps {
  /** From the refusal of the first step. */
  ticket: string;
  onDone: () => void;
  /** Back to the first step, with a message if the ticket has expired. */
  onBack: (message?: string) => void;
}

type Kind = 'code' | 'recovery';

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function FactorForm({ ticket, onDone, onBack }: FactorStepProps) {
  const acceptSignIn = useAcceptSignIn();
  const [kind, setKind] = useState<Kind>('code');
  const input = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (isComplete(value, kind) ? null : words.missing[kind]) },
  });
  useEffect(() => input.current?.focus(), [kind]);
  const send = async ({ code }: { code: string }) => {
    await acceptSignIn(await signIn(loginFactor, { factor_ticket: ticket, code: plainCode(code) }));
    toast.success(words.welcome);
    onDone();
  };
  const { submit, isBusy, failure } = useSubmission(form, send, (failed) => {
    if (failed.code === 'factor_expired') onBack(failed.message);
    return failed.field;
  });
  const change = () => {
    form.reset();
    setKind(kind === 'code' ? 'recovery' : 'code');
  };
  return (
    <form onSubmit={submit} noValidate aria-busy={isBusy}>
      <Stack gap="md">
        <CodeField
          key={kind}
          ref={input}
          label={words[kind]}
          description={kind === 'code' ? words.hint : words.recoveryHint}
          inputMode={kind === 'code' ? 'numeric' : 'text'}
          autoComplete={kind === 'code' ? 'one-time-code' : 'off'}
          {...form.getInputProps('code')}
        />
        {failure ? <p role="alert">{failure}</p> : null}
        <Button type="submit" fullWidth loading={isBusy}>
          {words.submit}
        </Button>
        <Button variant="default" fullWidth size="md" onClick={change}>
          {kind === 'code' ? words.useRecovery : words.useCode}
        </Button>
        <Button variant="transparent" onClick={() => onBack()}>
          {words.back}
        </Button>
        {kind === 'recovery' ? <Text>{words.lost(site().service_phone)}</Text> : null}
      </Stack>
    </form>
  );
}

const isComplete = (value: string, kind: Kind) =>
  kind === 'code' ? /^\d{6}$/.test(plainDigits(value)) : plainCode(value).length >= 12;
