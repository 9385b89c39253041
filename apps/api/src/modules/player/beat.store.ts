import { ulid } from 'ulid';
import type { Db } from '../../database.ts';
import { signIn } from '../identity/session.store.ts';
import { learningState } from '../learning/learning.store.ts';
import type { StoredLearnStatus, SuspensionReason } from '../learning/learning.tables.ts';
import { fromMs, inMs, statement } from '../../statement.ts';
import type { PlayStatus } from './player.tables.ts';
import type { Stretch } from './spans.rules.ts';

/** A play with its ledger row and enrolment, as they were read. Moments and positions in
 * milliseconds. */
export interface HeldPlay {
  play_id: string;
  token_hash: string;
  user_id: string;
  session_id: string;
  learning_id: string;
  section_id: string;
  play_status: PlayStatus;
  seq: number;
  last_accepted_ms: number;
  last_beat_at: number;
  credited_to: number;
  accepted_ms: number;
  rejected_count: number;
  section_status: 'not_started' | 'studying' | 'finished';
  ranges: Stretch[];
  covered_ms: number;
  furthest_ms: number;
  position_ms: number;
  finished_at: number | null;
  counted_today: number;
  /** The first presence check that has not been answered. */
  check: OpenCheck | null;
  learn_status: StoredLearnStatus;
  suspension: SuspensionReason;
  progress: number;
  study_end_at: number;
}
export interface OpenCheck {
  check_id: string;
  planned_ms: number;
  kind: string;
  shown_at: number | null;
}

const selection = `select p.play_id, p.token_hash, p.user_id, p.session_id, p.learning_id, p.section_id, p.play_status, p.seq, p.last_accepted_ms,
    ${inMs('p.last_beat_at')} as last_beat_at, ${inMs('p.credited_to')} as credited_to, p.accepted_ms::float8 as accepted_ms, p.rejected_count,
    s.section_status, s.watched_ranges as ranges, s.covered_ms, s.furthest_ms, s.last_position_ms as position_ms, ${inMs('s.finished_at')} as finished_at,
    coalesce(d.counted_ms, 0)::float8 as counted_today, ${learningState.columns},
    (select json_build_object('check_id', c.check_id, 'planned_ms', c.planned_second * 1000, 'kind', c.kind, 'shown_at', ${inMs('c.shown_at')}) from check_log c
      where c.learning_id = p.learning_id and c.section_id = p.section_id and c.answered_at is null order by c.planned_second limit 1) as check
  from play_session p join section_progress s on s.learning_id = p.learning_id and s.section_id = p.section_id ${learningState.join('p.learning_id')}
    left join study_day d on d.user_id = p.user_id and d.day = $2
  where p.token_hash = any(array(select unnest($1::text[]))) order by p.play_id`;
const read = statement<HeldPlay>('player_read', selection);
const hold = statement<HeldPlay>('player_hold', `${selection} for update of p, s`);

/** The plays of these tokens with all that is needed to judge their beats; `isHeld` holds them,
 * in one order for everybody, until the transaction ends. */
export async function readPlays(
  db: Db,
  tokenHashes: string[],
  day: string,
  isHeld: boolean,
): Promise<HeldPlay[]> {
  return (isHeld ? hold : read)(db, [tokenHashes, day]);
}

export interface WrittenBeat {
  play_id: string;
  seq: number;
  client_at: number;
  spans: [number, number][];
  position_ms: number;
  accepted_ms: number;
}

/** What the play looked like when its beats were judged: it is written only if it still does. */
export interface Seen extends Pick<
  HeldPlay,
  'seq' | 'play_status' | 'last_beat_at' | 'counted_today' | 'learn_status'
> {
  /** Hash of the token that was remembered instead of asked: it must still sign in. */
  presumed: string | undefined;
}

export interface Writing {
  plays: { play: HeldPlay; seen: Seen }[];
  /** The plays are held by this transaction, so only they are compared; else their enrolments
   * must be the same and their learners signed in. */
  isHeld: boolean;
  beats: WrittenBeat[];
  /** Presence checks that these beats have shown. */
  shown: { check_id: string; play_id: string }[];
  day: string;
  now: number;
}

const moment = fromMs('$4::float8');

const beginsAndShows = `
    ${learningState.begin('done r', moment)},
    c as (update check_log c set shown_at = ${moment} from json_to_recordset($6::json) as x(check_id text, play_id text) join done using (play_id) where c.check_id = x.check_id),`;

/** One statement for a group of beats. What few groups need (enrolments that begin, checks that
 * are shown) is left out of the common text, since every table named in a statement costs each
 * run of it, rows or none. The limit is the number of plays: it tells the planner that they are
 * few, so that no table is read from end to end for them, and hides how many, which it would
 * else plan anew for. */
const writing = (name: string, { isHeld, isRare }: { isHeld: boolean; isRare: boolean }) =>
  statement<{ count: number }>(
    name,
    `
  with r as (select * from json_to_recordset($1::json) as r(play_id text, token text, seen_seq int, seen_status text, seen_at float8, play_status text, seq int, last_accepted_ms int, last_beat_at float8,
      credited_to float8, accepted_ms bigint, rejected_count int, counted_ms int, learning_id text, section_id text, section_status text, ranges jsonb, covered_ms int, furthest_ms int,
      position_ms int, finished_at float8, learn_status text, progress int, study_end_at float8, begun text) limit (select $5::int)),
    done as (update play_session p set play_status = r.play_status, seq = r.seq, last_accepted_ms = r.last_accepted_ms, last_beat_at = ${fromMs('r.last_beat_at')},
      credited_to = ${fromMs('r.credited_to')}, accepted_ms = r.accepted_ms, rejected_count = r.rejected_count
      from r ${isHeld ? '' : `${learningState.join('r.learning_id')} ${signIn.join('r.token')}`}
      where p.play_id = r.play_id and p.seq = r.seen_seq and p.play_status = r.seen_status and p.last_beat_at = ${fromMs('r.seen_at')}
        ${isHeld ? '' : `and ${learningState.isStill('r')} and (r.token is null or ${signIn.isStill('p.session_id', moment)})`}
      returning p.play_id, p.user_id, r.counted_ms, r.learning_id, r.section_id, r.section_status, r.ranges, r.covered_ms, r.furthest_ms, r.position_ms, r.finished_at, r.begun),
    s as (update section_progress s set section_status = r.section_status, watched_ranges = r.ranges, covered_ms = r.covered_ms, furthest_ms = r.furthest_ms,
      last_position_ms = r.position_ms, finished_at = ${fromMs('r.finished_at')}, updated_at = ${moment}
      from done r where s.learning_id = r.learning_id and s.section_id = r.section_id),
    d as (insert into study_day as d (user_id, day, counted_ms) select user_id, $3, counted_ms from done where counted_ms > 0 order by user_id
      on conflict (user_id, day) do update set counted_ms = d.counted_ms + excluded.counted_ms),${isRare ? beginsAndShows : ''}
    l as (insert into beat_log (play_id, seq, at, client_at, spans, position_ms, accepted_ms)
      select play_id, x.seq, ${moment}, x.client_at, x.spans, x.position_ms, x.accepted_ms
      from json_to_recordset($2::json) as x(play_id text, seq int, client_at bigint, spans jsonb, position_ms int, accepted_ms int) join done using (play_id))
  select count(*)::int as count from done`,
  );

const write = {
  common: writing('player_write', { isHeld: false, isRare: false }),
  rare: writing('player_write_rare', { isHeld: false, isRare: true }),
  held: writing('player_write_held', { isHeld: true, isRare: true }),
};

/** Everything that a group of beats changed, in one statement. Answers how many plays were still
 * as they had been seen; of the others nothing is written. */
export async function writeBeats(
  db: Db,
  { plays, beats, shown, day, now, isHeld }: Writing,
): Promise<number> {
  const rows = plays.map(rowOf(now));
  const isRare = shown.length > 0 || rows.some(({ begun }) => begun !== undefined);
  const common = [JSON.stringify(rows), JSON.stringify(beats), day, now, rows.length];
  const [written] =
    isHeld || isRare
      ? await write[isHeld ? 'held' : 'rare'](db, [...common, JSON.stringify(shown)])
      : await write.common(db, common);
  return written?.count ?? 0;
}

/** What the statement is told of one play; nothing that it does not write or compare. */
const rowOf =
  (now: number) =>
  ({ play, seen }: Writing['plays'][number]) => ({
    play_id: play.play_id,
    token: seen.presumed,
    seen_seq: seen.seq,
    seen_status: seen.play_status,
    seen_at: seen.last_beat_at,
    play_status: play.play_status,
    seq: play.seq,
    last_accepted_ms: play.last_accepted_ms,
    last_beat_at: play.last_beat_at,
    credited_to: play.credited_to,
    accepted_ms: play.accepted_ms,
    rejected_count: play.rejected_count,
    counted_ms: play.counted_today - seen.counted_today,
    learning_id: play.learning_id,
    section_id: play.section_id,
    section_status: play.section_status,
    ranges: play.ranges,
    covered_ms: play.covered_ms,
    furthest_ms: play.furthest_ms,
    position_ms: play.position_ms,
    finished_at: play.finished_at,
    learn_status: seen.learn_status,
    progress: play.progress,
    study_end_at: play.study_end_at,
    begun: play.learn_status === seen.learn_status ? undefined : ulid(now),
  });
