import type { Db } from '../../platform/database/database.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { computeProgress, statusAfter } from './learning.rules.ts';
import { type Learning, lockLearning, updateLearning } from './learning.store.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { readParts } from './outline.view.ts';
import type { CompletionEffects } from './completion.effects.ts';

/** Recomputes progress and state of an enrolment from the ledger, its results and the current
 * course. Idempotent; a completed course stays completed. A completion grants credits and
 * certificate in the caller's transaction. While study is suspended nothing is completed; resuming
 * recomputes it. */
export async function recompute(
  db: Db,
  completion: CompletionEffects,
  learningId: string,
  now: Date,
): Promise<Learning | undefined> {
  const before = await lockLearning(db, learningId);
  if (!before || before.suspension !== '' || ['completed', 'revoked'].includes(before.learn_status))
    return before;
  const course = (await readCourseFacts(db, [before.content_id])).get(before.content_id);
  if (!course) return before;
  const parts = (await readParts(db, [before], () => course.sequential)).get(learningId) ?? [];
  const progress = computeProgress(parts);
  const hasStarted = parts.some(({ status }) => status === 'studying' || status === 'finished');
  const learn_status = hasStarted
    ? statusAfter(before.learn_status, progress, course, before)
    : before.learn_status;
  const after: Learning = {
    ...before,
    progress,
    learn_status,
    started_at: before.started_at ?? (hasStarted ? now : null),
  };
  if (learn_status === 'completed') {
    after.completed_at = now;
    after.credit_status = await completion.grant(db, after, now);
  }
  const { started_at, completed_at, credit_status } = after;
  await updateLearning(db, learningId, {
    progress,
    learn_status,
    started_at,
    completed_at,
    credit_status,
  });
  if (learn_status !== before.learn_status) {
    await logState(db, {
      entity: 'learning',
      entity_id: learningId,
      from: before.learn_status,
      to: learn_status,
      actor_type: 'learner',
      actor_id: before.user_id,
      at: now,
    });
  }
  return after;
}
