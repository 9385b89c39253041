import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import { formatDay } from '../../../platform/http/format-time.ts';
import { ledger } from '../../learning/progress/ledger.rules.ts';
import { insertStudyDays, readStudyTime } from '../../learning/progress/progress.store.ts';
import {
  closePlay,
  creditPlay,
  insertPlay,
  lockLearner,
  type PlaySession,
  lockPlays,
} from '../../player/play/play.store.ts';
import { elsewhere } from '../../player/play/player.refusals.ts';
import { hasLease } from '../../player/play/player.rules.ts';
import { countedMs, isOnAir, isReceiving } from '../live.rules.ts';
import type { Live } from '../live.store.ts';
import { addAttendance, lockAttendance } from './room.store.ts';

interface Beat {
  live: Live;
  site_id: string;
  user_id: string;
  session_id: string;
  playing: boolean;
  /** Ends the learner's other plays. */
  force: boolean;
  /** The page starts playing: the previous play of the same session ends. */
  begins: boolean;
}

/**
 * Credits the time since the previous beat. A learner studies in one place at a time: playing a live
 * is the learner's one open play, as playing a video is. It is refused while another one has its
 * lease, and ends when another one begins. All pages of a live share it, so time counts once.
 */
export function beatLive(
  db: Db,
  beat: Beat,
  now: Date,
): Promise<{ attendedMs: number; isCapped: boolean }> {
  const { live, site_id, user_id, playing } = beat;
  return db.transaction(async (tx) => {
    await lockLearner(tx, user_id);
    const play = playing ? await openLivePlay(tx, beat, now) : undefined;
    const { content_id } = live;
    const row = await lockAttendance(tx, {
      content_id,
      user_id,
      site_id,
      entered_at: now,
      last_beat_at: now,
    });
    // What another play was credited is not credited again.
    const creditedTo = Math.min(play?.credited_to.getTime() ?? 0, now.getTime());
    const since = new Date(Math.max(row.last_beat_at.getTime(), creditedTo));
    const receives = isReceiving(row, now);
    const counted = countedMs(since, now, { playing, onAir: isOnAir(live, now) && receives });
    const day = formatDay(now);
    const { today } = await readStudyTime(tx, user_id, day);
    const isCapped = today * 1000 + counted > ledger.dailyCap;
    const accepted = isCapped ? 0 : counted;
    await addAttendance(tx, row, accepted, now);
    if (accepted > 0) await insertStudyDays(tx, [{ user_id, day, counted_ms: accepted }]);
    if (play) await creditPlay(tx, play, accepted, now);
    return { attendedMs: row.watched_ms + accepted, isCapped };
  });
}

/** The learner's play of this live, opened if it is not. */
async function openLivePlay(
  tx: Db,
  { live: { content_id }, site_id, user_id, session_id, force, begins }: Beat,
  now: Date,
): Promise<PlaySession> {
  const { current, creditedTo } = await lockPlays(tx, user_id);
  if (current?.content_id === content_id && current.section_id === '') return current;
  if (current) {
    const hasBeats = hasLease(current.last_beat_at.getTime(), now.getTime());
    const isOwn = begins && current.session_id === session_id;
    if (hasBeats && !force && !isOwn) throw elsewhere();
    await closePlay(tx, current.play_id, hasBeats ? 'superseded' : 'lapsed');
  }
  const play_id = ulid(now.getTime());
  return insertPlay(tx, {
    play_id,
    // Beats of lives have no token.
    token_hash: `live/${play_id}`,
    site_id,
    user_id,
    session_id,
    learning_id: '',
    content_id,
    section_id: '',
    started_at: now,
    last_beat_at: now,
    credited_to: new Date(creditedTo),
  });
}
