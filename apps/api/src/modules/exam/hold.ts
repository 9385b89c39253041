import type { Db } from '../../database.ts';
import { lockLearning } from '../learning/learning.store.ts';
import { type Attempt, findEnrolmentOf, lockAttempt } from './exam.store.ts';

/** An attempt held together with its enrolment, in the order in which everybody takes them. */
export async function holdAttempt(tx: Db, scoreId: string): Promise<Attempt | undefined> {
  const learningId = await findEnrolmentOf(tx, scoreId);
  if (learningId === undefined) return undefined;
  await lockLearning(tx, learningId);
  return lockAttempt(tx, scoreId);
}
