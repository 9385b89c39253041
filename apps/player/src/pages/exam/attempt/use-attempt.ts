import { isCallError } from '@cme/commons/api-client';
import { activated } from '@cme/commons/auth-token';
import { examAttempt, examStart, type ExamCard } from '@cme/contract/study';
import { useSession } from '@cme/shell';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Clock, createClock } from '../clock/clock.ts';
import { sendAndSync } from './send-and-sync.ts';
import { readOutbox } from '../sheet/outbox.ts';
import type { Attempt } from '../sheet/sheet.reducer.ts';
import { createSheet, type Sheet } from '../sheet/sheet.ts';

/** An attempt whose seat this page has. */
export interface OpenAttempt {
  attempt: Attempt;
  clock: Clock;
  sheet: Sheet;
  /** Index of the current question, kept while the paper is rendered anew. */
  place: { position?: number };
}
type AttemptPhase =
  | { phase: 'opening' }
  | ({ phase: 'open' } & OpenAttempt)
  | { phase: 'finished' }
  | { phase: 'failed'; error: unknown };

const createStartedKey = (scoreId: string) => ['exam', 'started', scoreId];

/** Starts an attempt and hands it over to the exam page, which opens next. */
export async function startAttempt(client: QueryClient, card: ExamCard): Promise<string> {
  const clock = createClock();
  const { paper_id, learning_id } = card;
  const attempt = await sendAndSync(examStart, { paper_id, learning_id }, clock);
  client.setQueryData(createStartedKey(attempt.score_id), { attempt, clock });
  return attempt.score_id;
}

/**
 * Takes the seat of an attempt for this page: just started, or resumed after a reload or from
 * another device. A server-rendered page waits until its learner is known.
 */
export function useAttempt(scoreId: string) {
  const client = useQueryClient();
  const hasCome = useHasCome();
  const [state, setState] = useState<AttemptPhase>({ phase: 'opening' });
  const [openCount, setOpenings] = useState(0);

  useEffect(() => {
    if (!hasCome) return;
    const abortController = new AbortController();
    let sheet: Sheet | undefined;
    const open = async () => {
      const { attempt, clock } =
        takeStarted(client, scoreId) ?? (await resume(scoreId, abortController.signal));
      const stored = await readOutbox(scoreId);
      if (abortController.signal.aborted) return;
      sheet = createSheet(attempt, stored, clock);
      setState({ phase: 'open', attempt, clock, sheet, place: {} });
    };
    open().catch((error: unknown) => {
      if (abortController.signal.aborted) return;
      const isFinished = isCallError(error) && error.code === 'exam_over';
      setState(isFinished ? { phase: 'finished' } : { phase: 'failed', error });
    });
    return () => {
      abortController.abort();
      sheet?.close();
    };
  }, [client, scoreId, openCount, hasCome]);

  const finish = useCallback(() => setState({ phase: 'finished' }), []);
  const reopen = useCallback(() => {
    setState({ phase: 'opening' });
    setOpenings((before) => before + 1);
  }, []);
  return { state, finish, reopen };
}

/**
 * Stays true if the session is lost: the attempt stays behind the dialog that asks to sign in
 * again.
 */
function useHasCome(): boolean {
  const { signedIn } = useSession();
  const hasCome = useRef(false);
  hasCome.current ||= signedIn;
  return hasCome.current;
}

type Started = Pick<OpenAttempt, 'attempt' | 'clock'>;

function takeStarted(client: QueryClient, scoreId: string): Started | undefined {
  const started = client.getQueryData<Started>(createStartedKey(scoreId));
  client.removeQueries({ queryKey: createStartedKey(scoreId) });
  return started;
}

/** A prerendered page takes no seat before it is visible. */
async function resume(scoreId: string, signal: AbortSignal): Promise<Started> {
  await activated();
  signal.throwIfAborted();
  const clock = createClock();
  const attempt = await sendAndSync(examAttempt, { score_id: scoreId }, clock, { signal });
  return { attempt, clock };
}
