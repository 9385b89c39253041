import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { graceMs } from '../enrolment/action.rules.ts';
import { closeIfDue, closeOverdue, sweepExams } from './finish.action.ts';
import { deadlineQueue } from './start.action.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';

/** Milliseconds. Short enough that an attempt with a lost job ends no later than the others. */
const sweepIntervalMs = 4000;

/**
 * Closes attempts at their deadline: by a job enqueued with the start, and by a sweep for lost
 * jobs.
 */
export function registerDeadlines(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
): void {
  context.jobs.define<{ score_id: string }>(deadlineQueue, async ({ score_id }) => {
    // At the end of a scheduled exam the first of many jobs closes all attempts.
    await closeOverdue(context, completion);
    const after = await closeIfDue(context.db, completion, score_id, context.now());
    // Job timing follows the database clock. If this process's clock is behind, the attempt has
    // time left.
    if (after?.attempt_status !== 'in_progress') return;
    await context.jobs.enqueue(
      context.db,
      deadlineQueue,
      { score_id },
      { startAfter: new Date(after.deadline_at.getTime() + graceMs + 500) },
    );
  });
  const sweep = () =>
    void sweepExams(context, completion).catch((error: unknown) =>
      context.log.error({ err: error }, 'exam sweep'),
    );
  const sweepTimer = setInterval(sweep, sweepIntervalMs);
  // Runs at startup too, so that leftovers of a crash do not wait for the next sweep.
  app.addHook('onListen', sweep);
  app.addHook('preClose', async () => clearInterval(sweepTimer));
}
