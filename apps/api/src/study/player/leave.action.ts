import type { AppContext } from '../../platform/context/context.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { lockPlay, closePlay } from './play/play.store.ts';
import { lockProgress, saveProgress } from '../learning/progress/progress.store.ts';
import { playMoved } from './play/state-changes.rules.ts';

/** Ends a play. Idempotent, and silent about unknown tokens: the page is gone anyway. */
export async function leave(
  context: AppContext,
  siteId: string,
  hash: string,
  position: number | undefined,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const play = await lockPlay(tx, hash);
    if (!play || play.site_id !== siteId || !['active', 'paused'].includes(play.play_status))
      return;
    await closePlay(tx, play.play_id, 'ended');
    await logState(tx, playMoved(play, 'ended', 'learner', context.now()));
    const progress = await lockProgress(tx, play.learning_id, play.section_id);
    if (!progress || position === undefined || !(position >= 0)) return;
    await saveProgress(tx, {
      ...progress,
      last_position_ms: Math.round(Math.min(position * 1000, progress.furthest_ms)),
    });
  });
}
