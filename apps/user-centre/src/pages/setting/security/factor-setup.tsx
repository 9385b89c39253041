import { send } from '@cme/commons/api-client';
import { plainDigits } from '@cme/contract/base';
import { factorConfirm } from '@cme/contract/person';
import { Button, lazyPart, Skeleton, toast } from '@cme/ui';
import { CodeField, useForm, useSubmission } from '@cme/ui/forms';
import { useState } from 'react';
import { factorWords as words } from './factor.words.ts';
import css from '../frame/setting.module.css';

const Qr = lazyPart(async () => (await import('@cme/ui/qr')).Qr, {
  waiting: <Skeleton height={220} width={220} />,
});

export interface Enrolment {
  secret: string;
  uri: string;
}

/** Shows the new secret, asks for its first code, and then shows the recovery codes. */
export function FactorSetup({ enrolment, onDone }: { enrolment: Enrolment; onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (/^\d{6}$/.test(plainDigits(value)) ? null : words.codeMissing) },
  });
  const confirm = async ({ code }: { code: string }) => {
    setCodes((await send(factorConfirm, { code: code.trim() })).recovery_codes);
    toast.success(words.done);
  };
  const { submit, isBusy, failure } = useSubmission(form, confirm, ({ field }) => field);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  const { secret, uri } = enrolment;
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <p>{words.scan}</p>
      <div className={css.code}>
        <Qr text={uri} label={words.qr} />
      </div>
      <p>
        {words.secret}：<code className={css.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <p>{words.type}</p>
      <CodeField label={words.code} {...form.getInputProps('code')} />
      {failure ? <p role="alert">{failure}</p> : null}
      <div className={css.actions}>
        <Button type="submit" loading={isBusy}>
          {words.confirm}
        </Button>
        <Button variant="default" onClick={onDone}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast.success(words.copied),
      () => toast.error(words.notCopied),
    );
  return (
    <>
      <p role="status">{words.saveCodes}</p>
      <ul className={css.codes} aria-label={words.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={css.actions}>
        <Button onClick={onDone}>{words.saved}</Button>
        <Button variant="default" onClick={() => void copy()}>
          {words.copy}
        </Button>
      </div>
    </>
  );
}
