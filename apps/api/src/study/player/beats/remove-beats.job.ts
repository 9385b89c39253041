import { and, asc, inArray, isNull, lt } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { beatLog, playSession } from '../play/player.tables.ts';

/** Months for which each beat is kept. */
const beatMonths = 13;
const everyMs = 3_600_000;
/** Plays whose beats are deleted per transaction. */
const batchSize = 100;

/** The same date and time, thirteen months earlier. */
export function retentionStart(now: Date): Date {
  const since = new Date(now);
  since.setUTCDate(1);
  since.setUTCMonth(since.getUTCMonth() - beatMonths);
  const days = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1, 0)).getUTCDate();
  since.setUTCDate(Math.min(now.getUTCDate(), days));
  return since;
}

type Context = Pick<AppContext, 'db' | 'now' | 'stopping'>;

/**
 * Deletes the beats of plays that ended thirteen months ago; their totals stay in the play, the
 * section's ledger and the daily sum. Returns the number of plays. Works in small transactions and
 * skips locked plays, so any number of processes can run it at once, repeatedly.
 */
export async function removeOldBeats(context: Context, limit = batchSize): Promise<number> {
  const since = retentionStart(context.now());
  let done = 0;
  while (!context.stopping.aborted) {
    const removed = await removeBatch(context, since, limit);
    done += removed;
    if (removed < limit) break;
  }
  return done;
}

const removeBatch = ({ db, now }: Context, since: Date, limit: number): Promise<number> =>
  db.transaction(async (tx) => {
    const plays = await tx
      .select({ play_id: playSession.play_id })
      .from(playSession)
      .where(
        and(
          isNull(playSession.beats_removed_at),
          lt(playSession.started_at, since),
          lt(playSession.last_beat_at, since),
        ),
      )
      .orderBy(asc(playSession.started_at))
      .limit(limit)
      .for('update', { skipLocked: true });
    if (plays.length === 0) return 0;
    const ids = plays.map(({ play_id }) => play_id);
    await tx.delete(beatLog).where(inArray(beatLog.play_id, ids));
    await tx
      .update(playSession)
      .set({ beats_removed_at: now() })
      .where(inArray(playSession.play_id, ids));
    return plays.length;
  });

/** Runs hourly while the process serves. */
export function scheduleBeatRemoval(app: FastifyInstance, context: AppContext): void {
  const timer = setInterval(
    () =>
      void removeOldBeats(context).catch((error: unknown) =>
        context.log.error({ err: error }, 'beat removal'),
      ),
    everyMs,
  );
  app.addHook('preClose', async () => clearInterval(timer));
}
