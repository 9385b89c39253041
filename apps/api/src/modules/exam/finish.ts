import type { Db } from '../../database.ts';
import type { House } from '../../house.ts';
import { isDue } from './action.rules.ts';
import { bookAll, bookScore } from './book.ts';
import { type Attempt, readDue, readUnbooked } from './exam.store.ts';
import { handIn } from './grade.ts';
import { holdAttempt } from './hold.ts';

/** Closes an attempt that is held together with its enrolment and whose time is over, and books its score. It may be asked at any
 * moment, any number of times. */
export async function closeDue(tx: Db, attempt: Attempt, now: Date): Promise<Attempt> {
  if (attempt.attempt_status !== 'in_progress' || !isDue(attempt, now)) return attempt;
  const ended = await handIn(tx, [{ attempt, submit_type: 'timeout', actor: { actor_type: 'system', actor_id: 'deadline' } }], now);
  const [after = attempt] = await bookAll(tx, ended, now);
  return after;
}

/** The same for an attempt that nobody holds yet; answers it as it is afterwards. */
export function closeIfDue(db: Db, scoreId: string, now: Date): Promise<Attempt | undefined> {
  return db.transaction(async (tx) => {
    const attempt = await holdAttempt(tx, scoreId);
    return attempt && closeDue(tx, attempt, now);
  });
}

const most = 200;
/** Younger scores are being booked by whoever gave them. */
const bookingMs = 3000;

/** Hands in whatever is overdue and books what a crash left unbooked: jobs may be lost, the clock is not. Safe in any number of
 * processes at once. */
export async function sweepExams({ db, now, log }: Pick<House, 'db' | 'now' | 'log'>): Promise<void> {
  const complain = (score_id: string) => (error: unknown) => log.error({ err: error, score_id }, 'exam could not be closed');
  for (const scoreId of await readDue(db, now(), most)) await closeIfDue(db, scoreId, now()).catch(complain(scoreId));
  for (const scoreId of await readUnbooked(db, new Date(now().getTime() - bookingMs), most)) await bookScore(db, scoreId, now()).catch(complain(scoreId));
}
