import { isCallFailed, send } from '@cme/commons/api-client';
import { examSubmit } from '@cme/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { resultQuery } from './exam.queries.ts';
import { words } from './exam.words.ts';
import type { Seated } from './use-sitting.ts';

const times = { lost: 15_000, again: 3000 };

/** Hands the paper in with what is not stored yet. Once time is up it tries until the server
 * answers. */
export function useHandIn({ attempt, sheet, clock }: Seated, isTimeUp: boolean, over: () => void) {
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState('');
  const busy = useRef(false);

  const handIn = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setFailure('');
    const lost = new AbortController();
    const limit = setTimeout(() => lost.abort(), times.lost);
    const askedAt = performance.now();
    try {
      const result = await send(
        examSubmit,
        { score_id: attempt.score_id, seat: attempt.seat, answers: sheet.last(), confirm: 'Y' },
        { signal: lost.signal },
      );
      clock.heard(result.server_time, askedAt);
      await sheet.done();
      // Whoever came first, page or server: to the learner the time was over.
      client.setQueryData(resultQuery(attempt.score_id).queryKey, {
        result: isTimeUp ? { ...result, submit_type: 'timeout' } : result,
        clock,
      });
      over();
    } catch (error) {
      const failed = isCallFailed(error) ? error : undefined;
      if (failed?.code === 'exam_over') return void sheet.done().then(over);
      if (failed?.code === 'exam_moved') return void sheet.flush();
      setFailure(
        failed && failed.statusCode > 0 && failed.statusCode < 500 ? failed.message : words.notSent,
      );
    } finally {
      clearTimeout(limit);
      busy.current = false;
      setSending(false);
    }
  }, [attempt, sheet, clock, client, over, isTimeUp]);

  useEffect(() => {
    if (!isTimeUp) return;
    void handIn();
    const timer = setInterval(() => void handIn(), times.again);
    return () => clearInterval(timer);
  }, [isTimeUp, handIn]);

  // What was said about the network is over when the network is back.
  useEffect(() => {
    const back = () => setFailure((said) => (said === words.notSent ? '' : said));
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, []);

  return { handIn, isSending, failure, forget: () => setFailure('') };
}
