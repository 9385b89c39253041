import { type FailedCall, isFailedCall } from '../states/failed-call.ts';
import type { UseFormReturnType } from '@mantine/form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { firstError, focusFirstError, focusInView } from './focus-first-error.ts';

/**
 * Submits a form. Server errors are shown at the field that `fieldOf` names, otherwise above the
 * button as `failure`. Input is kept. The focus moves to the invalid field, otherwise back to
 * where it was, because a busy button loses the focus.
 */
export function useSubmission<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<void>,
  fieldOf: (failed: FailedCall) => string | undefined,
): { submit: (event: FormEvent<HTMLFormElement>) => void; isBusy: boolean; failure: string } {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [refusal, setRefused] = useState<{ field: boolean }>();
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (!refusal) return;
    const previousFocus = document.activeElement === document.body ? before.current : undefined;
    const next = (refusal.field && firstError()) || previousFocus;
    if (next instanceof HTMLElement) focusInView(next);
  }, [refusal]);
  const submit = form.onSubmit(async (values) => {
    before.current = document.activeElement;
    setBusy(true);
    setFailure('');
    try {
      await send(values);
    } catch (error) {
      if (!isFailedCall(error)) throw error;
      const field = fieldOf(error);
      const isAtField = field !== undefined && field in values;
      if (isAtField) form.setFieldError(field, error.message);
      else setFailure(error.message);
      setRefused({ field: isAtField });
    } finally {
      setBusy(false);
    }
  }, focusFirstError);
  return { submit, isBusy, failure };
}
