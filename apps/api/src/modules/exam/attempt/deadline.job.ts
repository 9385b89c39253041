import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { graceMs } from '../action.rules.ts';
import { closeIfDue, closeOverdue, sweepExams } from './finish.action.ts';
import { deadlineQueue } from './start.action.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';

/** Often enough that an attempt whose job was lost ends no later than the others. */
const sweepEvery = 4000;

/** Attempts end by themselves: by a job of their own, put down together with their start, and by
 * a sweep for what a job missed. */
export function registerDeadlines(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
): void {
  context.jobs.define<{ score_id: string }>(deadlineQueue, async ({ score_id }) => {
    // At the end of a common examination the first of many jobs closes for all.
    await closeOverdue(context, completion);
    const after = await closeIfDue(context.db, completion, score_id, context.now());
    // The job's clock is the database's. Where ours is behind it, the attempt still has a moment.
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
  const broom = setInterval(sweep, sweepEvery);
  // Once at start-up: what a crash left does not wait for the next sweep.
  app.addHook('onListen', sweep);
  app.addHook('preClose', async () => clearInterval(broom));
}
