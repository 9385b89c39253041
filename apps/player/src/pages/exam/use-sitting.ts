import { isCallFailed, send } from '@cme/commons/api-client';
import { examAttempt, examStart, type ExamCard } from '@cme/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { type Clock, openClock } from './clock.ts';
import { readOutbox } from './outbox.ts';
import { type Attempt, openSheet, type Sheet } from './sheet.ts';

export interface Seated {
  attempt: Attempt;
  clock: Clock;
  sheet: Sheet;
}
type Sitting =
  | { phase: 'opening' }
  | ({ phase: 'hall' } & Seated)
  | { phase: 'over' }
  | { phase: 'failed'; error: unknown };

const startedKey = (scoreId: string) => ['exam', 'started', scoreId];

/** Starts an attempt and leaves it for the hall that opens next. */
export async function start(client: QueryClient, card: ExamCard): Promise<string> {
  const clock = openClock();
  const askedAt = performance.now();
  const attempt = await send(examStart, { paper_id: card.paper_id, learning_id: card.learning_id });
  clock.heard(attempt.server_time, askedAt);
  client.setQueryData(startedKey(attempt.score_id), { attempt, clock });
  return attempt.score_id;
}

/** Takes the seat of an attempt for this page: just started, or gone on with after a reload or
 * from another device. */
export function useSitting(scoreId: string) {
  const client = useQueryClient();
  const [sitting, setSitting] = useState<Sitting>({ phase: 'opening' });
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    const away = new AbortController();
    let sheet: Sheet | undefined;
    const open = async () => {
      const { attempt, clock } = takeStarted(client, scoreId) ?? (await goOn(scoreId, away.signal));
      const kept = await readOutbox(scoreId);
      if (away.signal.aborted) return;
      sheet = openSheet(attempt, kept, clock);
      setSitting({ phase: 'hall', attempt, clock, sheet });
    };
    open().catch((error: unknown) => {
      if (away.signal.aborted) return;
      setSitting(
        isCallFailed(error) && error.code === 'exam_over'
          ? { phase: 'over' }
          : { phase: 'failed', error },
      );
    });
    return () => {
      away.abort();
      sheet?.close();
    };
  }, [client, scoreId, turn]);

  const over = useCallback(() => setSitting({ phase: 'over' }), []);
  const again = useCallback(() => {
    setSitting({ phase: 'opening' });
    setTurn((before) => before + 1);
  }, []);
  return { sitting, over, again };
}

type Started = Pick<Seated, 'attempt' | 'clock'>;

function takeStarted(client: QueryClient, scoreId: string): Started | undefined {
  const started = client.getQueryData<Started>(startedKey(scoreId));
  client.removeQueries({ queryKey: startedKey(scoreId) });
  return started;
}

async function goOn(scoreId: string, signal: AbortSignal): Promise<Started> {
  const clock = openClock();
  const askedAt = performance.now();
  const attempt = await send(examAttempt, { score_id: scoreId }, { signal });
  clock.heard(attempt.server_time, askedAt);
  return { attempt, clock };
}
