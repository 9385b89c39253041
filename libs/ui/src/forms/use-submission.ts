import { type CallFailed, isCallFailed } from '@cme/commons/api-client';
import type { UseFormReturnType } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { focusFirstError } from './focus-first-error.ts';

/** Sends a form. What the server refuses stands at the field that `fieldOf` names, else above the
 * button as `failure`; nothing typed is lost. */
export function useSubmission<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<void>,
  fieldOf: (failed: CallFailed) => string | undefined,
): { submit: (event: FormEvent<HTMLFormElement>) => void; isBusy: boolean; failure: string } {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const submit = form.onSubmit(async (values) => {
    setBusy(true);
    setFailure('');
    try {
      await send(values);
    } catch (error) {
      if (!isCallFailed(error)) throw error;
      const field = fieldOf(error);
      if (field && field in values) {
        form.setFieldError(field, error.message);
        focusFirstError();
      } else setFailure(error.message);
    } finally {
      setBusy(false);
    }
  }, focusFirstError);
  return { submit, isBusy, failure };
}
