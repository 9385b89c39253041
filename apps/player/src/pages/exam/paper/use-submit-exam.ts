import { isCallError, send } from '@cme/commons/api-client';
import { examSubmit } from '@cme/contract/study';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { resultQuery } from '../attempt/exam.queries.ts';
import type { OpenAttempt } from '../attempt/use-attempt.ts';

const times = { giveUp: 15_000, retry: 3000 };

/** Why submitting failed: no response, or a refusal with its message. */
export type SubmitFailure = { code: 'offline' } | { code: 'refused'; message: string };

/**
 * Submits the exam with all unsaved answers. After the deadline it retries until the server
 * responds.
 */
export function useSubmitExam(
  { attempt, sheet, clock }: OpenAttempt,
  isTimeUp: boolean,
  onFinished: () => void,
) {
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<SubmitFailure>();
  const busy = useRef(false);

  const sendOnce = useCallback(
    async (signal: AbortSignal) => {
      const sentAt = performance.now();
      const { score_id, seat } = attempt;
      const answers = sheet.unsavedOnWire();
      const result = await send(examSubmit, { score_id, seat, answers, confirm: 'Y' }, { signal });
      clock.sync(result.server_time, sentAt);
      await sheet.submitted();
      // Whether the page or the server submitted first, the learner sees that the time is up.
      client.setQueryData(resultQuery(score_id).queryKey, {
        result: isTimeUp ? { ...result, submit_type: 'timeout' } : result,
        clock,
      });
      onFinished();
    },
    [attempt, sheet, clock, client, onFinished, isTimeUp],
  );

  const submit = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setFailure(undefined);
    const request = new AbortController();
    const limit = setTimeout(() => request.abort(), times.giveUp);
    try {
      await sendOnce(request.signal);
    } catch (error) {
      const code = isCallError(error) ? error.code : undefined;
      if (code === 'exam_over') return void sheet.submitted().then(onFinished);
      if (code === 'exam_moved') return void sheet.flush();
      setFailure(toFailure(error));
    } finally {
      clearTimeout(limit);
      busy.current = false;
      setSending(false);
    }
  }, [sendOnce, sheet, onFinished]);

  useEffect(() => {
    if (!isTimeUp) return;
    void submit();
    const timer = setInterval(() => void submit(), times.retry);
    return () => clearInterval(timer);
  }, [isTimeUp, submit]);

  // Clears the offline message once the network is back.
  useEffect(() => {
    const onOnline = () =>
      setFailure((before) => (before?.code === 'offline' ? undefined : before));
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);

  return { submit, isSending, failure, clearFailure: () => setFailure(undefined) };
}

function toFailure(error: unknown): SubmitFailure {
  return isCallError(error) && error.statusCode > 0 && error.statusCode < 500
    ? { code: 'refused', message: error.message }
    : { code: 'offline' };
}
