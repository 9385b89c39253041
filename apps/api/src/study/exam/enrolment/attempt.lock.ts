import type { Db } from '../../../platform/database/database.ts';
import { lockLearning, lockLearnings } from '../../learning/learning.store.ts';
import {
  type Attempt,
  findLearningId,
  lockAttempt,
  lockAttempts,
  readAttempts,
} from './exam.store.ts';

/** Locks an attempt and its enrolment in the global lock order. */
export async function lockEnrolmentAndAttempt(
  tx: Db,
  scoreId: string,
): Promise<Attempt | undefined> {
  const learningId = await findLearningId(tx, scoreId);
  if (learningId === undefined) return undefined;
  await lockLearning(tx, learningId);
  return lockAttempt(tx, scoreId);
}

/** The same for several attempts, in one order. */
export async function lockEnrolmentsAndAttempts(
  tx: Db,
  scoreIds: readonly string[],
): Promise<Attempt[]> {
  const known = await readAttempts(tx, scoreIds);
  await lockLearnings(
    tx,
    [...known.values()].map(({ learning_id }) => learning_id),
  );
  return [...(await lockAttempts(tx, [...known.keys()])).values()];
}
