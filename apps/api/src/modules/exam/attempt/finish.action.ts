import type { Db } from '../../../database/database.ts';
import type { AppContext } from '../../../context.ts';
import { isDue } from '../action.rules.ts';
import { bookAll, bookScore } from '../grading/book.job.ts';
import { type Attempt, readDue, readUnbooked } from '../exam.store.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';
import { handIn, type HandInRequest } from '../grading/grade.action.ts';
import { lockEnrolmentAndAttempt, lockEnrolmentsAndAttempts } from './attempt.lock.ts';

/** Closes an attempt that is locked together with its enrolment and whose time is over, and books
 * its score. It may be asked at any moment, any number of times. */
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
  const endings = due.map((attempt): HandInRequest => ({
    attempt,
    submit_type: 'timeout',
    actor: { actor_type: 'system', actor_id: 'deadline' },
  }));
  return bookAll(tx, completion, await handIn(tx, endings, now), now);
}

/** The same for an attempt that is not locked yet; returns it as it is afterwards. */
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

const most = 200;
/** So many are closed in one transaction. */
const together = 50;
/** Younger scores are still being booked by the request that made them. */
const bookingMs = 3000;

type ClosingContext = Pick<AppContext, 'db' | 'now' | 'log'>;
const complain =
  ({ log }: ClosingContext, score_id: string) =>
  (error: unknown) =>
    log.error({ err: error, score_id }, 'exam could not be closed');

/** Closes whatever is overdue: at the end of a common examination hundreds at one moment, so many
 * together. One that cannot be closed does not hold up the others. */
export async function closeOverdue(
  context: ClosingContext,
  completion: CompletionEffects,
): Promise<void> {
  const { db, now } = context;
  const due = await readDue(db, now(), most);
  while (due.length > 0) {
    const part = due.splice(0, together);
    const all = db.transaction(async (tx) =>
      closeLocked(tx, completion, await lockEnrolmentsAndAttempts(tx, part), now()),
    );
    await all.catch(async () => {
      for (const scoreId of part)
        await closeIfDue(db, completion, scoreId, now()).catch(complain(context, scoreId));
    });
  }
}

/** Hands in whatever is overdue and books what a crash left unbooked: jobs may be lost, the clock
 * is not. Safe in any number of processes at once. */
export async function sweepExams(
  context: ClosingContext,
  completion: CompletionEffects,
): Promise<void> {
  const { db, now } = context;
  await closeOverdue(context, completion);
  for (const scoreId of await readUnbooked(db, new Date(now().getTime() - bookingMs), most))
    await bookScore(db, completion, scoreId, now()).catch(complain(context, scoreId));
}
