import type { ReplyOf } from '@cme/contract/base';
import type { LiveMessage, liveBeat } from '@cme/contract/study';
import type { AppContext, SignedIn } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { shortName } from '../../appraise/appraise.rules.ts';
import { isTeacher } from '../../../person/identity/course-teacher.ts';
import { readUsers } from '../../../person/identity/user.store.ts';
import { livingMedia } from '../hls.rules.ts';
import { isOnAir, type LiveStanding, room } from '../live.rules.ts';
import { countPresent, type LiveMessageRow, readAttendance } from './room.store.ts';
import { flag } from '../../../platform/http/flag.ts';
import { liveOr404, type PlacedLive, readLiveStanding, toLiveState } from '../live.view.ts';

/** A participant: a learner with access to the live, or a teacher. */
export interface InRoom {
  whole: PlacedLive;
  standing: LiveStanding;
  isStaff: boolean;
  user_id: string;
  site_id: string;
  session_id: string;
}

export async function enterLiveRoom(
  db: Db,
  siteId: string,
  id: string,
  { person: { user_id }, session: { session_id } }: SignedIn,
  now: Date,
): Promise<InRoom> {
  const liveDetail = await liveOr404(db, siteId, id, user_id);
  const standing = await readLiveStanding(db, liveDetail, user_id, now);
  const isStaff = await isTeacher(db, siteId, user_id);
  if (!standing.owned && !isStaff) throw new RefusalError(400, '请先加入或购买该直播', 'not_owned');
  return { whole: liveDetail, standing, isStaff, user_id, site_id: siteId, session_id };
}

/** The state of the room, returned by all of its calls. */
export async function readRoomState(
  context: AppContext,
  { whole: liveDetail, standing, user_id, site_id, session_id }: InRoom,
  now: Date,
): Promise<ReplyOf<typeof liveBeat>> {
  const { db } = context;
  const { live } = liveDetail;
  const state = toLiveState(liveDetail, standing, now);
  const onAir = state.live_status === 'living' && isOnAir(live, now);
  const attendance = await readAttendance(db, live.content_id, user_id);
  const since = new Date(now.getTime() - room.presentMs);
  return {
    ...state,
    on_air: flag(onAir),
    media_url: onAir
      ? livingMedia(context, live.content_id, { user_id, site_id, bound_to: session_id })
      : '',
    viewers: await countPresent(db, live.content_id, since),
    attended_seconds: Math.floor((attendance?.watched_ms ?? 0) / 1000),
    capped: 'N',
  };
}

/** Messages as shown to this person. */
export async function readMessageViews(
  db: Db,
  rows: readonly LiveMessageRow[],
  userId: string,
): Promise<LiveMessage[]> {
  const people = await readUsers(
    db,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map(({ message_id, user_id, is_staff, text, sent_at }) => {
    const name = people.get(user_id)?.real_name ?? '';
    return {
      message_id,
      user_name: is_staff ? name : shortName(name),
      is_mine: flag(user_id === userId),
      is_staff: flag(is_staff),
      text,
      sent_ms: sent_at.getTime(),
    };
  });
}
