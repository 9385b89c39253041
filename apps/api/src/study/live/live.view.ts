import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { isOpen } from '../../content/catalogue/catalogue.rules.ts';
import { fitsScope } from '../../content/catalogue/scope.rules.ts';
import { findScoped } from '../../content/catalogue/scope.store.ts';
import type { ListedContent } from '../../content/catalogue/catalogue.store.ts';
import { statusAt } from '../learning/learning.rules.ts';
import { findCurrentLearning } from '../learning/learning.store.ts';
import { type LiveStanding, getLiveAction, liveStatusAt, liveStatusName } from './live.rules.ts';
import { isBooked, type Live, readLive } from './live.store.ts';
import { contentOr404 } from '../learning/visible-content.ts';

/** A live of the site with its content row and schedule. */
export interface PlacedLive {
  placed: ListedContent;
  live: Live;
}

export async function liveOr404(
  db: Db,
  siteId: string,
  id: string,
  userId?: string,
): Promise<PlacedLive> {
  const placed = await contentOr404(db, siteId, { content_type: 'L', id }, userId);
  const live = await readLive(db, id);
  if (!live) throw new RefusalError(404, '直播不存在或已下架', 'not_found');
  return { placed, live };
}

/** The current user's access to a live. */
export async function readLiveStanding(
  db: Db,
  { placed: { content } }: PlacedLive,
  userId: string | undefined,
  now: Date,
): Promise<LiveStanding> {
  const stands = { free: content.is_free === 'Y', open: isOpen(content, now) };
  if (userId === undefined) return { ...stands, owned: false, in_scope: true, booked: false };
  const learning = await findCurrentLearning(db, userId, content.content_id);
  const person = await findScoped(db, userId);
  return {
    ...stands,
    owned: learning !== undefined && !['expired', 'suspended'].includes(statusAt(learning, now)),
    in_scope: person !== undefined && fitsScope(content.apply_scope, person),
    booked: await isBooked(db, content.content_id, userId),
  };
}

/** State, action and times returned by all calls about lives. */
export function toLiveState({ live }: PlacedLive, standing: LiveStanding, now: Date) {
  const live_status = liveStatusAt(live, now);
  return {
    live_status,
    live_status_name: liveStatusName(live_status, live, now),
    live_action: getLiveAction(live_status, standing),
    begin_ms: live.begin_at.getTime(),
    finish_ms: live.finish_at.getTime(),
    server_time: now.getTime(),
  };
}
