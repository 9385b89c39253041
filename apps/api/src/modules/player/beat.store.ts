import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../database.ts';
import { beatLog, checkLog, playSession, sectionProgress, studyDay } from './player.tables.ts';
import type { PlaySession } from './play.store.ts';
import type { Progress } from './progress.store.ts';

/** A play with its ledger row, both held until the transaction ends. */
export interface HeldPlay {
  play: PlaySession;
  progress: Progress;
  countedToday: number;
  /** The first presence check that has not been answered. */
  check?: OpenCheck;
}
export interface OpenCheck {
  check_id: string;
  planned_ms: number;
  kind: string;
  shown_at: number | null;
}

interface Row {
  play: PlaySession;
  progress: Progress;
  counted: number | null;
  check: OpenCheck | null;
}

const firstCheck = sql<OpenCheck | null>`(select json_build_object('check_id', c.check_id, 'planned_ms', c.planned_second * 1000, 'kind', c.kind,
  'shown_at', (extract(epoch from c.shown_at) * 1000)::float8) from ${checkLog} c
  where c.learning_id = ${playSession.learning_id} and c.section_id = ${playSession.section_id} and c.answered_at is null order by c.planned_second limit 1)`;

/** Holds the plays of these tokens, in one order for everybody, with what is needed to judge their beats. */
export async function holdPlays(tx: Db, tokenHashes: string[], day: string): Promise<Map<string, HeldPlay>> {
  const rows: Row[] = await tx.select({ play: playSession, progress: sectionProgress, counted: studyDay.counted_ms, check: firstCheck }).from(playSession)
    .innerJoin(sectionProgress, and(eq(sectionProgress.learning_id, playSession.learning_id), eq(sectionProgress.section_id, playSession.section_id)))
    .leftJoin(studyDay, and(eq(studyDay.user_id, playSession.user_id), eq(studyDay.day, sql.placeholder('day'))))
    .where(sql`${playSession.token_hash} = any(${sql.placeholder('hashes')})`)
    .orderBy(playSession.play_id).for('update', { of: [playSession, sectionProgress] })
    .prepare('player_hold').execute({ hashes: tokenHashes, day });
  return new Map(rows.map(({ play, progress, counted, check }) => [play.token_hash, { play, progress, countedToday: counted ?? 0, ...(check ? { check } : {}) }]));
}

export interface WrittenBeat {
  play_id: string;
  seq: number;
  at: Date;
  client_at: number;
  spans: [number, number][];
  position_ms: number;
  accepted_ms: number;
}

export interface Writing {
  held: HeldPlay[];
  beats: WrittenBeat[];
  /** Presence checks that were shown by these beats. */
  shown: { check_id: string; at: Date }[];
  day: string;
}

/** Everything a group of beats changed, in one statement. */
export async function writeBeats(tx: Db, { held, beats, shown, day }: Writing): Promise<void> {
  const plays = held.map(({ play, progress }) => ({
    ...play, learning_id: progress.learning_id, section_id: progress.section_id, section_status: progress.section_status, ranges: progress.watched_ranges,
    covered_ms: progress.covered_ms, furthest_ms: progress.furthest_ms, position_ms: progress.last_position_ms, finished_at: progress.finished_at, updated_at: progress.updated_at,
  }));
  const byPlay = new Map(held.map(({ play }) => [play.play_id, play.user_id]));
  const days = new Map<string, number>();
  for (const { play_id, accepted_ms } of beats) {
    const user = byPlay.get(play_id);
    if (user !== undefined && accepted_ms > 0) days.set(user, (days.get(user) ?? 0) + accepted_ms);
  }
  const counted = [...days].map(([user_id, ms]) => ({ user_id, ms })).toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
  await tx.execute(sql`
    with r as (select * from jsonb_to_recordset(${JSON.stringify(plays)}::jsonb) as r(play_id text, play_status text, seq int, last_accepted_ms int, last_beat_at timestamptz,
        credited_to timestamptz, accepted_ms bigint, rejected_count int, learning_id text, section_id text, section_status text, ranges jsonb, covered_ms int,
        furthest_ms int, position_ms int, finished_at timestamptz, updated_at timestamptz)),
      p as (update ${playSession} p set play_status = r.play_status, seq = r.seq, last_accepted_ms = r.last_accepted_ms, last_beat_at = r.last_beat_at,
        credited_to = r.credited_to, accepted_ms = r.accepted_ms, rejected_count = r.rejected_count from r where p.play_id = r.play_id),
      s as (update ${sectionProgress} s set section_status = r.section_status, watched_ranges = r.ranges, covered_ms = r.covered_ms, furthest_ms = r.furthest_ms,
        last_position_ms = r.position_ms, finished_at = r.finished_at, updated_at = r.updated_at from r where s.learning_id = r.learning_id and s.section_id = r.section_id),
      d as (insert into ${studyDay} as d (user_id, day, counted_ms) select user_id, ${day}, ms from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as x(user_id text, ms bigint)
        on conflict (user_id, day) do update set counted_ms = d.counted_ms + excluded.counted_ms),
      c as (update ${checkLog} c set shown_at = x.at from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) as x(check_id text, at timestamptz) where c.check_id = x.check_id)
    insert into ${beatLog} (play_id, seq, at, client_at, spans, position_ms, accepted_ms)
      select play_id, seq, at, client_at, spans, position_ms, accepted_ms
      from jsonb_to_recordset(${JSON.stringify(beats)}::jsonb) as x(play_id text, seq int, at timestamptz, client_at bigint, spans jsonb, position_ms int, accepted_ms int)`);
}
