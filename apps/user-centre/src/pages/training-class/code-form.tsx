import { plainDigits } from '@cme/contract/base';
import { Button, toast } from '@cme/ui';
import { refresh } from '@cme/shell';
import { CodeField } from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import css from './sign.module.css';

interface Props {
  label: string;
  hint: string;
  submit: string;
  /** Digits of the code. */
  digits: number;
  /** Sends a complete code; returns what to say. */
  send: (code: string) => Promise<string>;
  /** What is fetched anew after it. */
  changes: readonly string[];
}

/** A field for a code of digits, with its button. */
export function CodeForm({ label, hint, submit, digits, send, changes }: Props) {
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const sign = useMutation({
    mutationFn: () => send(plainDigits(code)),
    onSuccess: (text) => {
      setCode('');
      toast.success(text);
      void refresh(client, { queryKey: changes });
    },
  });
  const submitCode = (event: FormEvent) => {
    event.preventDefault();
    if (!sign.isPending) sign.mutate();
  };
  return (
    <form className={css.form} onSubmit={submitCode} noValidate>
      <CodeField
        label={label}
        description={hint}
        autoComplete="off"
        value={code}
        error={sign.error?.message}
        onChange={({ target }) => {
          sign.reset();
          setCode(target.value);
        }}
      />
      <Button type="submit" loading={sign.isPending} disabled={plainDigits(code).length < digits}>
        {submit}
      </Button>
    </form>
  );
}
