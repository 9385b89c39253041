import type { Db } from '../../database/database.ts';
import { wireDay } from '../../http/wire-time.ts';
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
  /** Ends what the same learner studies elsewhere. */
  force: boolean;
  /** The page begins to play: what the same session played before ends. */
  begins: boolean;
}

/** Counts the time since the beat before. A learner studies in one place at a time: while a video
 * plays elsewhere this is refused. Every page of theirs shares one row, so two count once. */
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
    // What a video has counted is not counted again here.
    const since = new Date(
      Math.max(row.last_beat_at.getTime(), Math.min(creditedTo, now.getTime())),
    );
    const counted = countedMs(since, now, { playing, onAir: isOnAir(live, now) });
    const day = wireDay(now);
    const { today } = await readStudyTime(tx, user_id, day);
    const isCapped = today * 1000 + counted > ledger.dailyCap;
    const accepted = isCapped ? 0 : counted;
    await addAttendance(tx, row, accepted, now);
    if (accepted > 0) await insertStudyDays(tx, [{ user_id, day, counted_ms: accepted }]);
    return { attendedMs: row.watched_ms + accepted, isCapped };
  });
}
