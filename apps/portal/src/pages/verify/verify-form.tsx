import { Button } from '@cme/ui';
import { focusFirstError, TextInput, useForm } from '@cme/ui/forms';
import css from './verify.module.css';
import type { VerifyRequest } from './verify.queries.ts';
import { normalizeNumber, findErrors, type VerifyValues } from './verify.rules.ts';
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
      onAsk({ cert_no: normalizeNumber(cert_no), id_tail: id_tail.trim().toUpperCase() }),
    focusFirstError,
  );
  return (
    <form className={css.form} noValidate onSubmit={submit} aria-busy={isBusy}>
      <TextInput
        label={words.certNo}
        description={words.certHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        {...form.getInputProps('cert_no')}
      />
      <TextInput
        label={words.idTail}
        description={words.idHint}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={4}
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
