import type { House } from '../../house.ts';
import { lockPlay, lockProgress, closePlay, saveProgress } from './play.store.ts';

/** Ends a play. Safe to repeat, and silent about tokens that are not (any more) of this site: the page is gone anyway. */
export async function leave(house: House, siteId: string, hash: string, position: number | undefined): Promise<void> {
  await house.db.transaction(async (tx) => {
    const play = await lockPlay(tx, hash);
    if (!play || play.site_id !== siteId || !['active', 'paused'].includes(play.play_status)) return;
    await closePlay(tx, play.play_id, 'ended');
    const progress = await lockProgress(tx, play.learning_id, play.section_id);
    if (!progress || position === undefined || !(position >= 0)) return;
    const furthest = progress.section_status === 'finished' ? Infinity : progress.furthest_ms;
    await saveProgress(tx, { ...progress, last_position_ms: Math.round(Math.min(position * 1000, furthest, progress.furthest_ms)) });
  });
}
