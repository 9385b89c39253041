import type { Db } from '../../platform/database/database.ts';
import { lockLearning, type Learning, updateLearning } from './learning.store.ts';
import { recompute } from './recompute.action.ts';
import type { CompletionEffects } from './completion.effects.ts';

/** Records the result of an enrolment's examination: `failed` when all attempts are used up, `none`
 * when attempts are given back. A pass is kept. Completes the course if nothing else is
 * missing. */
export async function markExam(
  tx: Db,
  completion: CompletionEffects,
  learningId: string,
  result: 'passed' | 'failed' | 'none',
  now: Date,
): Promise<Learning | undefined> {
  const before = await lockLearning(tx, learningId);
  if (before && before.exam_status !== 'passed' && before.exam_status !== result)
    await updateLearning(tx, learningId, { exam_status: result });
  return recompute(tx, completion, learningId, now);
}

/** Records that an enrolment's survey was submitted. */
export async function markSurvey(
  tx: Db,
  completion: CompletionEffects,
  learningId: string,
  now: Date,
): Promise<Learning | undefined> {
  const before = await lockLearning(tx, learningId);
  if (before && before.survey_status !== 'done')
    await updateLearning(tx, learningId, { survey_status: 'done' });
  return recompute(tx, completion, learningId, now);
}
