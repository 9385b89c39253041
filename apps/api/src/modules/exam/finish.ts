import type { Db } from '../../database.ts';
import type { House } from '../../house.ts';
import { lockLearning } from '../learning/learning.store.ts';
import { isDue } from './action.rules.ts';
import { type Attempt, findEnrolmentOf, lockAttempt, readDue } from './exam.store.ts';
import { handIn } from './grade.ts';

/** An attempt held together with its enrolment, in the order in which everybody takes them. */
export async function holdAttempt(tx: Db, scoreId: string): Promise<Attempt | undefined> {
  const learningId = await findEnrolmentOf(tx, scoreId);
  if (learningId === undefined) return undefined;
  await lockLearning(tx, learningId);
  return lockAttempt(tx, scoreId);
}

/** Closes an attempt whose time is over. It may be asked at any moment, any number of times. */
export async function closeDue(tx: Db, attempt: Attempt, now: Date): Promise<Attempt> {
  if (attempt.attempt_status !== 'in_progress' || !isDue(attempt, now)) return attempt;
  return handIn(tx, attempt, 'timeout', now, { actor_type: 'system', actor_id: 'deadline' });
}

/** The same for an attempt that nobody holds yet; answers it as it is afterwards. */
export function closeIfDue(db: Db, scoreId: string, now: Date): Promise<Attempt | undefined> {
  return db.transaction(async (tx) => {
    const attempt = await holdAttempt(tx, scoreId);
    return attempt && closeDue(tx, attempt, now);
  });
}

const most = 200;

/** Hands in whatever is overdue: jobs may be lost, the clock is not. Safe in any number of processes at once. */
export async function sweepExams({ db, now, log }: Pick<House, 'db' | 'now' | 'log'>): Promise<void> {
  for (const scoreId of await readDue(db, now(), most)) {
    await closeIfDue(db, scoreId, now()).catch((error: unknown) => log.error({ err: error, score_id: scoreId }, 'exam could not be closed'));
  }
}
