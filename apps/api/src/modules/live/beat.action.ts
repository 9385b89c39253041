import type { Db } from '../../database/database.ts';
import { formatDay } from '../../http/format-time.ts';
import { ledger } from '../learning/progress/ledger.rules.ts';
import { insertStudyDays, readStudyTime } from '../learning/progress/progress.store.ts';
import { closePlay, lockLearner, readPlaysOf } from '../player/play.store.ts';
import { elsewhere } from '../player/player.refusals.ts';
import { hasLease } from '../player/player.rules.ts';
import { countedMs, isOnAir } from './live.rules.ts';
import type { Live } from './live.store.ts';
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

/** Credits the time since the previous beat. A learner studies in one place at a time: refused
 * while a video plays elsewhere. All pages of a learner share one row, so time counts once. */
export function beatLive(
  db: Db,
  { live, site_id, user_id, session_id, playing, force, begins }: Beat,
  now: Date,
): Promise<{ attendedMs: number; isCapped: boolean }> {
  return db.transaction(async (tx) => {
    await lockLearner(tx, user_id);
    const { current, creditedTo } = await readPlaysOf(tx, user_id);
    if (playing && current && hasLease(current.last_beat_at.getTime(), now.getTime())) {
      const isOwn = begins && current.session_id === session_id;
      if (!force && !isOwn) throw elsewhere();
      await closePlay(tx, current.play_id, 'superseded');
    }
    const { content_id } = live;
    const row = await lockAttendance(tx, {
      content_id,
      user_id,
      site_id,
      entered_at: now,
      last_beat_at: now,
    });
    // Time credited by a video is not credited again.
    const since = new Date(
      Math.max(row.last_beat_at.getTime(), Math.min(creditedTo, now.getTime())),
    );
    const counted = countedMs(since, now, { playing, onAir: isOnAir(live, now) });
    const day = formatDay(now);
    const { today } = await readStudyTime(tx, user_id, day);
    const isCapped = today * 1000 + counted > ledger.dailyCap;
    const accepted = isCapped ? 0 : counted;
    await addAttendance(tx, row, accepted, now);
    if (accepted > 0) await insertStudyDays(tx, [{ user_id, day, counted_ms: accepted }]);
    return { attendedMs: row.watched_ms + accepted, isCapped };
  });
}
