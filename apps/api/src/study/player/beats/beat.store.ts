import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import { signIn } from '../../../person/identity/session/session-lookup.store.ts';
import { learningState } from '../../learning/learning.store.ts';
import type { StoredLearnStatus, SuspensionReason } from '../../learning/learning.tables.ts';
import { fromMs, toMs, statement } from '../../../platform/database/statement.ts';
import type { PlayStatus } from '../play/player.tables.ts';
import type { Span } from '../../learning/progress/spans.rules.ts';

/**
 * A consistent snapshot of a play, its ledger row and its enrolment. Timestamps and positions in
 * milliseconds.
 */
export interface PlaySnapshot extends Readonly<PlayFields> {
  readonly ranges: readonly Span[];
  /** The parts that were fetched. */
  readonly fetched: readonly Span[];
}
interface PlayFields {
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
  covered_ms: number;
  furthest_ms: number;
  position_ms: number;
  finished_at: number | null;
  counted_today: number;
  /** The first unanswered presence check. */
  check: UnansweredCheck | null;
  learn_status: StoredLearnStatus;
  suspension: SuspensionReason;
  progress: number;
  study_end_at: number;
  /** The centre's setting when the play began; null: default. */
  allow_seek: 'Y' | 'N' | null;
  max_rate: number | null;
  daily_cap_ms: number | null;
  /** Only fetched parts count. */
  needs_fetch: boolean;
}
interface UnansweredCheck {
  readonly check_id: string;
  readonly planned_ms: number;
  readonly kind: string;
  readonly shown_at: number | null;
}

const selection = `select p.play_id, p.token_hash, p.user_id, p.session_id, p.learning_id, p.section_id, p.play_status, p.seq, p.last_accepted_ms,
    ${toMs('p.last_beat_at')} as last_beat_at, ${toMs('p.credited_to')} as credited_to, p.accepted_ms::float8 as accepted_ms, p.rejected_count, p.allow_seek, p.max_rate, p.daily_cap_ms, p.needs_fetch,
    coalesce((select json_agg(json_build_array(lower(part), upper(part))) from unnest(f.parts) part), '[]') as fetched,
    s.section_status, s.watched_ranges as ranges, s.covered_ms, s.furthest_ms, s.last_position_ms as position_ms, ${toMs('s.finished_at')} as finished_at,
    coalesce(d.counted_ms, 0)::float8 as counted_today, ${learningState.columns},
    (select json_build_object('check_id', c.check_id, 'planned_ms', c.planned_second * 1000, 'kind', c.kind, 'shown_at', ${toMs('c.shown_at')}) from check_log c
      where c.learning_id = p.learning_id and c.section_id = p.section_id and c.answered_at is null order by c.planned_second limit 1) as check
  from play_session p join section_progress s on s.learning_id = p.learning_id and s.section_id = p.section_id ${learningState.join('p.learning_id')}
    left join section_fetch f on f.learning_id = p.learning_id and f.section_id = p.section_id
    left join study_day d on d.user_id = p.user_id and d.day = $2
  where p.token_hash = any(array(select unnest($1::text[]))) order by p.play_id`;
const read = statement<PlaySnapshot>('player_read', selection);
const readLocked = statement<PlaySnapshot>('player_read_locked', `${selection} for update of p, s`);

/**
 * The plays of these tokens with everything needed to evaluate their beats; `locked` locks them, in
 * one order, until the end of the transaction.
 */
export async function readPlays(
  db: Db,
  tokenHashes: string[],
  day: string,
  locked: boolean,
): Promise<PlaySnapshot[]> {
  return (locked ? readLocked : read)(db, [tokenHashes, day]);
}

/** A row of the append-only log. */
export interface LoggedBeat {
  play_id: string;
  seq: number;
  client_at: number;
  spans: [number, number][];
  position_ms: number;
  accepted_ms: number;
}

export interface PlayChange {
  /** The evaluated snapshot: written only if the rows are still equal to it. */
  before: PlaySnapshot;
  after: PlaySnapshot;
  /** Token hash that must still be signed in, because its sender came from a cache. */
  token: string | undefined;
}

interface BeatsToWrite {
  changes: readonly PlayChange[];
  logged: readonly LoggedBeat[];
  at: Date;
  day: string;
  /**
   * This transaction has locked the plays, so only they are compared; otherwise their enrolments
   * must be unchanged and their learners signed in.
   */
  locked: boolean;
}

const momentSql = fromMs('$4::float8');

const rareWrites = `
    ${learningState.begin('done r', momentSql)},
    c as (update check_log c set shown_at = ${momentSql} from json_to_recordset($6::json) as x(check_id text, play_id text) join done using (play_id) where c.check_id = x.check_id),`;

/**
 * One statement for a group of beats. Parts needed by few groups (starting enrolments, shown
 * checks) are left out of the common text, since every table in a statement costs time on each run,
 * with or without rows. The LIMIT is the number of plays: it tells the planner that there are few,
 * which avoids sequential scans, but hides the exact number, for which it would plan again.
 */
const writeStatement = (name: string, { locked, isRare }: { locked: boolean; isRare: boolean }) =>
  statement<{ count: number }>(
    name,
    `
  with r as (select * from json_to_recordset($1::json) as r(play_id text, token text, seen_seq int, seen_status text, seen_at float8, play_status text, seq int, last_accepted_ms int, last_beat_at float8,
      credited_to float8, accepted_ms bigint, rejected_count int, counted_ms int, learning_id text, section_id text, section_status text, ranges jsonb, covered_ms int, furthest_ms int,
      position_ms int, finished_at float8, learn_status text, progress int, study_end_at float8, begun text) limit (select $5::int)),
    done as (update play_session p set play_status = r.play_status, seq = r.seq, last_accepted_ms = r.last_accepted_ms, last_beat_at = ${fromMs('r.last_beat_at')},
      credited_to = ${fromMs('r.credited_to')}, accepted_ms = r.accepted_ms, rejected_count = r.rejected_count
      from r ${locked ? '' : `${learningState.join('r.learning_id')} ${signIn.join('r.token')}`}
      where p.play_id = r.play_id and p.seq = r.seen_seq and p.play_status = r.seen_status and p.last_beat_at = ${fromMs('r.seen_at')}
        ${locked ? '' : `and ${learningState.isStill('r')} and (r.token is null or ${signIn.isStill('p.session_id', momentSql)})`}
      returning p.play_id, p.user_id, r.counted_ms, r.learning_id, r.section_id, r.section_status, r.ranges, r.covered_ms, r.furthest_ms, r.position_ms, r.finished_at, r.begun),
    s as (update section_progress s set section_status = r.section_status, watched_ranges = r.ranges, covered_ms = r.covered_ms, furthest_ms = r.furthest_ms,
      last_position_ms = r.position_ms, finished_at = ${fromMs('r.finished_at')}, updated_at = ${momentSql}
      from done r where s.learning_id = r.learning_id and s.section_id = r.section_id),
    d as (insert into study_day as d (user_id, day, counted_ms) select user_id, $3, counted_ms from done where counted_ms > 0 order by user_id
      on conflict (user_id, day) do update set counted_ms = d.counted_ms + excluded.counted_ms),${isRare ? rareWrites : ''}
    l as (insert into beat_log (play_id, seq, at, client_at, spans, position_ms, accepted_ms)
      select play_id, x.seq, ${momentSql}, x.client_at, x.spans, x.position_ms, x.accepted_ms
      from json_to_recordset($2::json) as x(play_id text, seq int, client_at bigint, spans jsonb, position_ms int, accepted_ms int) join done using (play_id))
  select count(*)::int as count from done`,
  );

const write = {
  common: writeStatement('player_write', { locked: false, isRare: false }),
  rare: writeStatement('player_write_rare', { locked: false, isRare: true }),
  locked: writeStatement('player_write_locked', { locked: true, isRare: true }),
};

/**
 * Writes everything that a group of beats changed in one statement. Returns how many plays were
 * unchanged since they were evaluated; nothing is written for the others.
 */
export async function writeBeats(
  db: Db,
  { changes, logged, at, day, locked }: BeatsToWrite,
): Promise<number> {
  const now = at.getTime();
  const rows = changes.map(toBeatRow(now));
  const shownChecks = changes.flatMap(shownCheck);
  const isRare = shownChecks.length > 0 || rows.some(({ begun }) => begun !== undefined);
  const common = [JSON.stringify(rows), JSON.stringify(logged), day, now, rows.length];
  const [written] =
    locked || isRare
      ? await write[locked ? 'locked' : 'rare'](db, [...common, JSON.stringify(shownChecks)])
      : await write.common(db, common);
  return written?.count ?? 0;
}

/** The presence check shown by these beats. */
const shownCheck = ({ before, after }: PlayChange) =>
  after.check?.shown_at != null && before.check?.shown_at === null
    ? [{ check_id: after.check.check_id, play_id: after.play_id }]
    : [];

/** One play's row for the statement: only what it writes or compares. */
const toBeatRow =
  (now: number) =>
  ({ before, after, token }: PlayChange) => ({
    play_id: after.play_id,
    token,
    seen_seq: before.seq,
    seen_status: before.play_status,
    seen_at: before.last_beat_at,
    play_status: after.play_status,
    seq: after.seq,
    last_accepted_ms: after.last_accepted_ms,
    last_beat_at: after.last_beat_at,
    credited_to: after.credited_to,
    accepted_ms: after.accepted_ms,
    rejected_count: after.rejected_count,
    counted_ms: after.counted_today - before.counted_today,
    learning_id: after.learning_id,
    section_id: after.section_id,
    section_status: after.section_status,
    ranges: after.ranges,
    covered_ms: after.covered_ms,
    furthest_ms: after.furthest_ms,
    position_ms: after.position_ms,
    finished_at: after.finished_at,
    learn_status: before.learn_status,
    progress: after.progress,
    study_end_at: after.study_end_at,
    begun: after.learn_status === before.learn_status ? undefined : ulid(now),
  });
