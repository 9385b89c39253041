import type { Db } from '../../../platform/database/database.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { isDue } from '../enrolment/action.rules.ts';
import { bookAll, bookScore } from '../grading/book.job.ts';
import { type Attempt, readDue, readUnbooked } from '../enrolment/exam.store.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';
import { submitAttempts, type AttemptEnding } from '../grading/grade.action.ts';
import { lockEnrolmentAndAttempt, lockEnrolmentsAndAttempts } from '../enrolment/attempt.lock.ts';

/**
 * Closes a locked attempt (with its enrolment) past its deadline and books its score. Idempotent.
 */
export async function closeDue(
  tx: Db,
  completion: CompletionEffects,
  attempt: Attempt,
  now: Date,
): Promise<Attempt> {
  const [after = attempt] = await closeLocked(tx, completion, [attempt], now);
  return after;
}

async function closeLocked(
  tx: Db,
  completion: CompletionEffects,
  locked: readonly Attempt[],
  now: Date,
): Promise<Attempt[]> {
  const due = locked.filter(
    (attempt) => attempt.attempt_status === 'in_progress' && isDue(attempt, now),
  );
  if (due.length === 0) return [];
  const endings = due.map((attempt): AttemptEnding => ({
    attempt,
    submit_type: 'timeout',
    actor: { actor_type: 'system', actor_id: 'deadline' },
  }));
  return bookAll(tx, completion, await submitAttempts(tx, endings, now), now);
}

/** The same for an attempt that is not locked yet; returns its new state. */
export function closeIfDue(
  db: Db,
  completion: CompletionEffects,
  scoreId: string,
  now: Date,
): Promise<Attempt | undefined> {
  return db.transaction(async (tx) => {
    const attempt = await lockEnrolmentAndAttempt(tx, scoreId);
    return attempt && closeDue(tx, completion, attempt, now);
  });
}

const maxPerSweep = 200;
/** Attempts closed per transaction. */
const batchSize = 50;
/** Milliseconds. Newer scores are still being booked by their own request. */
const bookingGraceMs = 3000;

type ClosingContext = Pick<AppContext, 'db' | 'now' | 'log'>;
const logFailure =
  ({ log }: ClosingContext, scoreId: string) =>
  (error: unknown) =>
    log.error({ err: error, score_id: scoreId }, 'exam could not be closed');

/**
 * Closes all overdue attempts, in batches, since hundreds end at once with a scheduled exam. A
 * failing one does not block the others.
 */
export async function closeOverdue(
  context: ClosingContext,
  completion: CompletionEffects,
): Promise<void> {
  const { db, now } = context;
  const due = await readDue(db, now(), maxPerSweep);
  while (due.length > 0) {
    const batch = due.splice(0, batchSize);
    const closing = db.transaction(async (tx) =>
      closeLocked(tx, completion, await lockEnrolmentsAndAttempts(tx, batch), now()),
    );
    await closing.catch(async () => {
      for (const scoreId of batch)
        await closeIfDue(db, completion, scoreId, now()).catch(logFailure(context, scoreId));
    });
  }
}

/**
 * Submits overdue attempts and books scores left unbooked by a crash. Safe in any number of
 * processes.
 */
export async function sweepExams(
  context: ClosingContext,
  completion: CompletionEffects,
): Promise<void> {
  const { db, now } = context;
  await closeOverdue(context, completion);
  for (const scoreId of await readUnbooked(
    db,
    new Date(now().getTime() - bookingGraceMs),
    maxPerSweep,
  ))
    await bookScore(db, completion, scoreId, now()).catch(logFailure(context, scoreId));
}
