import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { type Actor, logState } from '../../platform/state-log/state-log.store.ts';
import { lockLive, updateLive } from './ingest.store.ts';
import { liveStatusAt } from './live.rules.ts';

/** Ends a running lecture; the ingest disconnects the stream after its next callback.
 * Idempotent. */
export function endLive(db: Db, contentId: string, actor: Actor, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const live = await lockLive(tx, contentId);
    if (!live) throw new RefusalError(404, '直播不存在或已下架', 'not_found');
    const from = liveStatusAt(live, now);
    if (from === 'scheduled') throw new RefusalError(400, '直播还没有开始', 'live_state');
    if (from !== 'living') return;
    await updateLive(tx, contentId, { ended_at: now });
    await logState(tx, {
      entity: 'live',
      entity_id: contentId,
      from,
      to: 'ended',
      ...actor,
      at: now,
    });
  });
}
