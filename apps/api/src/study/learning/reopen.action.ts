import type { Db } from '../../platform/database/database.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import type { Actor } from '../../platform/state-log/state-log.store.ts';
import { statusAfter } from './learning.rules.ts';
import { lockLearning, updateLearning } from './learning.store.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import type { CompletionEffects } from './completion.effects.ts';

/** Grants of a course that are reverted. */
export interface RevokedPass {
  hours: number;
  credits: number;
  cert_no: string;
}

interface PassRevocation {
  learningId: string;
  examStatus: 'none' | 'failed';
  change: Actor & { reason: string };
}

/** Reverts an enrolment's pass and its effects: the course is no longer completed, its credits are
 * reversed and its certificate is revoked, as is the annual one if no longer covered. Study is
 * kept. Requires a transaction. */
export async function revokePass(
  tx: Db,
  completion: CompletionEffects,
  { learningId, examStatus, change }: PassRevocation,
  now: Date,
): Promise<RevokedPass | undefined> {
  const before = await lockLearning(tx, learningId);
  if (!before || before.learn_status === 'revoked') return undefined;
  const course = (await readCourseFacts(tx, [before.content_id])).get(before.content_id);
  const wasCompleted = before.learn_status === 'completed';
  const learn_status =
    wasCompleted || before.learn_status === 'study_done' || before.learn_status === 'exam_failed'
      ? // Also where the course asks for no examination any more: this enrolment was completed by one.
        statusAfter(
          'study_done',
          before.progress,
          { has_survey: course?.has_survey ?? 'N', has_exam: 'Y' },
          { ...before, exam_status: examStatus },
        )
      : before.learn_status;
  await updateLearning(tx, learningId, {
    exam_status: examStatus,
    learn_status,
    completed_at: null,
  });
  if (learn_status !== before.learn_status)
    await logState(tx, {
      entity: 'learning',
      entity_id: learningId,
      from: before.learn_status,
      to: learn_status,
      at: now,
      ...change,
    });
  if (!wasCompleted) return undefined;
  const { reason, ...actor } = change;
  const { reversed, cert_no } = await completion.revokeCompletion(tx, before, reason, now, actor);
  if (reversed?.status !== 'granted') return undefined;
  await updateLearning(tx, learningId, { credit_status: 'revoked' });
  return { hours: reversed.hours, credits: reversed.credits, cert_no };
}
