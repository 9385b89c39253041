import { plainNumber } from '@cme/contract/base';
import { plainCertNo } from '@cme/contract/credits';
import { Button } from '@cme/ui';
import { focusFirstError, NumberLine, useForm } from '@cme/ui/forms';
import css from './verify.module.css';
import type { VerifyRequest } from './verify.queries.ts';
import { findErrors, type VerifyValues } from './verify.rules.ts';
import { verifyWords as words } from './verify.words.ts';

interface Props {
  certNo: string;
  isBusy: boolean;
  /** The server's message about the last check. */
  refused: string | undefined;
  onAsk: (question: VerifyRequest) => void;
}

export function VerifyForm({ certNo, isBusy, refused, onAsk }: Props) {
  const form = useForm<VerifyValues>({
    initialValues: { cert_no: certNo, id_tail: '' },
    validate: findErrors,
  });
  const submit = form.onSubmit(
    ({ cert_no, id_tail }) =>
      onAsk({ cert_no: plainCertNo(cert_no), id_tail: plainNumber(id_tail) }),
    focusFirstError,
  );
  return (
    <form className={css.form} noValidate onSubmit={submit} aria-busy={isBusy}>
      <NumberLine
        label={words.certNo}
        description={words.certHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.getInputProps('cert_no')}
      />
      <NumberLine
        label={words.idTail}
        description={words.idHint}
        autoComplete="off"
        autoCapitalize="characters"
        {...form.getInputProps('id_tail')}
      />
      {refused && !isBusy ? (
        <p role="alert" className={css.refused}>
          {refused}
        </p>
      ) : null}
      <Button type="submit" size="lg" loading={isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}
