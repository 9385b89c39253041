import type { DataOf, ParsedBodyOf, playerBeat } from '@cme/contract';
import type { Db } from '../../database.ts';
import type { SignedIn } from '../../context.ts';
import { Refusal } from '../../refusal.ts';
import { wireDay } from '../../wire-time.ts';
import type { Playable } from '../catalogue/catalogue.store.ts';
import { livingTokens } from '../identity/session.store.ts';
import { statusAt } from '../learning/learning.rules.ts';
import { studyRests } from '../learning/suspend.ts';
import { logState } from '../learning/learning.store.ts';
import { recompute } from '../learning/recompute.ts';
import { type HeldPlay, readPlays, type Seen, writeBeats, type Writing } from './beat.store.ts';
import { told } from './ledger-state.ts';
import type { PlayMemory } from './play-memory.ts';
import {
  checkOpen,
  lapsed,
  moved,
  needLogin,
  notPlayable,
  unknownPlay,
} from './player.refusals.ts';
import { countBeat, isLapsed, ledger, type Play } from './player.rules.ts';
import { lengthOf, merge } from './spans.rules.ts';

type Body = ParsedBodyOf<typeof playerBeat>;
type Told = DataOf<typeof playerBeat>;

export interface SentBeat extends Omit<SignedIn, 'presumed'> {
  hash: string;
  presumed: string | undefined;
  body: Body;
}

interface Group extends Omit<Writing, 'plays'> {
  at: Date;
  held: Map<string, HeldPlay>;
  sections: Map<string, Playable>;
  /** Tokens that were presumed to sign in, and still do; not read where the writing asks. */
  living: Set<string> | undefined;
  /** Plays with something to write, as they were before. */
  changed: Map<HeldPlay, Seen>;
  logs: Parameters<typeof logState>[1][];
  /** Enrolments in which a section was finished: progress and state follow. */
  touched: Set<string>;
}

type Verdict =
  | Refusal
  | { play: HeldPlay; accepted: number | { earlier: number }; capped: boolean };

export interface Judged {
  told: Told;
  /** Set for a repeat of an older beat than the last: its own result is still to be read. */
  earlier?: { play_id: string; seq: number };
}

export type ReadSections = (db: Db, ids: string[]) => Promise<Map<string, Playable>>;

export interface Desk {
  db: Db;
  readSections: ReadSections;
  memory: PlayMemory;
}

/** Judges and writes a group of beats; all of it is durable before anybody is answered. Mostly
 * nothing but the ledger changes and nobody else is at it: then what is remembered, or one read,
 * and one write do. Otherwise it is done again in a transaction that holds the rows and asks who
 * is signed in; what was written already is then a repeat, which counts nothing. */
export async function judgeBeats(
  desk: Desk,
  sent: SentBeat[],
  now: Date,
): Promise<(Judged | Refusal)[]> {
  const { db, memory } = desk;
  const group = await load(db, desk, sent, now, false);
  const verdicts = sent.map((beat) => judge(group, beat));
  if (
    group.touched.size === 0 &&
    group.logs.length === 0 &&
    isProved(group, sent) &&
    (await isWritten(db, group))
  ) {
    for (const play of group.held.values()) memory.keep(play, group.day);
    return answers(group, verdicts);
  }
  for (const { hash } of sent) memory.forget(hash);
  return db.transaction(async (tx) => {
    const again = await load(tx, desk, sent, now, true);
    const judged = sent.map((beat) => judge(again, beat));
    if (!(await isWritten(tx, again))) throw new Error('a play that is held was changed');
    for (const log of again.logs) await logState(tx, log);
    for (const id of [...again.touched].toSorted()) {
      const after = await recompute(tx, id, now);
      for (const play of again.held.values())
        if (after && play.learning_id === id)
          Object.assign(play, { progress: after.progress, learn_status: after.learn_status });
    }
    return answers(again, judged);
  });
}

async function load(
  db: Db,
  { readSections, memory }: Desk,
  sent: SentBeat[],
  at: Date,
  isHeld: boolean,
): Promise<Group> {
  const day = wireDay(at);
  const held = new Map<string, HeldPlay>();
  const unknown = new Set<string>();
  for (const { hash } of sent) {
    if (held.has(hash)) continue;
    const play = isHeld ? undefined : memory.take(hash, day);
    if (play) held.set(hash, play);
    else unknown.add(hash);
  }
  if (unknown.size > 0)
    for (const play of await readPlays(db, [...unknown], day, isHeld))
      held.set(play.token_hash, play);
  const sections = await readSections(
    db,
    [...held.values()].map(({ section_id }) => section_id),
  );
  const living = isHeld
    ? await livingTokens(
        db,
        sent.flatMap(({ presumed }) => presumed ?? []),
        at,
      )
    : undefined;
  return {
    at,
    now: at.getTime(),
    day,
    isHeld,
    held,
    sections,
    living,
    changed: new Map(),
    beats: [],
    shown: [],
    logs: [],
    touched: new Set(),
  };
}

/** Every presumed sender is asked about by the writing of their play. */
const isProved = ({ changed, held }: Group, sent: SentBeat[]) =>
  sent.every(({ hash, presumed }) => {
    const play = held.get(hash);
    return (
      presumed === undefined || (play !== undefined && changed.get(play)?.presumed === presumed)
    );
  });

async function isWritten(db: Db, { changed, ...group }: Group): Promise<boolean> {
  if (changed.size === 0) return true;
  const plays = [...changed].map(([play, seen]) => ({ play, seen }));
  return (await writeBeats(db, { ...group, plays })) === plays.length;
}

const answers = (group: Group, verdicts: Verdict[]) =>
  verdicts.map((verdict) => (verdict instanceof Refusal ? verdict : answerOf(group, verdict)));

function judge(group: Group, { hash, person, session, presumed, body }: SentBeat): Verdict {
  if (presumed !== undefined && group.living?.has(presumed) === false) return needLogin();
  const play = group.held.get(hash);
  if (!play || play.user_id !== person.user_id || play.session_id !== session.session_id)
    return unknownPlay();
  if (play.play_status === 'superseded') return moved();
  if (play.play_status === 'ended' || play.play_status === 'lapsed') return lapsed();
  if (body.seq <= play.seq)
    return {
      play,
      accepted: body.seq === play.seq ? play.last_accepted_ms : { earlier: body.seq },
      capped: false,
    };
  if (play.suspension !== '') return studyRests(play);
  const section = group.sections.get(play.section_id);
  if (
    !section ||
    section.seconds === null ||
    ['expired', 'revoked'].includes(statusOf(play, group.at))
  )
    return notPlayable();
  const { seq, play_status, last_beat_at, counted_today, learn_status } = play;
  if (!group.changed.has(play))
    group.changed.set(play, {
      seq,
      play_status,
      last_beat_at,
      counted_today,
      learn_status,
      presumed,
    });
  if (isLapsed(last_beat_at, group.now)) {
    group.logs.push({
      entity: 'play_session',
      entity_id: play.play_id,
      from: play_status,
      to: 'lapsed',
      actor_type: 'system',
      actor_id: play.user_id,
      at: group.at,
    });
    play.play_status = 'lapsed';
    return lapsed();
  }
  if (isWaiting(play, section.seconds)) {
    Object.assign(play, {
      last_beat_at: group.now,
      play_status: 'paused',
      rejected_count: play.rejected_count + 1,
    } satisfies Partial<HeldPlay>);
    return checkOpen();
  }
  return count(group, play, { ...section, seconds: section.seconds }, body);
}

const statusOf = ({ study_end_at, ...play }: HeldPlay, at: Date) =>
  statusAt({ ...play, study_end_at: new Date(study_end_at) }, at);

/** A presence check has been shown and not been answered. */
function isWaiting({ check, section_status }: HeldPlay, seconds: number): boolean {
  return (
    check !== null &&
    check.shown_at !== null &&
    check.planned_ms < seconds * 1000 &&
    section_status !== 'finished'
  );
}

function count(
  group: Group,
  play: HeldPlay,
  section: { seconds: number; max_rate: number },
  body: Body,
): Verdict {
  const {
    play: after,
    accepted,
    capped,
    checkDue,
  } = countBeat(stateOf(play, section), body, group.now);
  const finishes = after.finished && play.section_status !== 'finished';
  const claimed = body.spans.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0) * 1000;
  // A section that begins moves no progress, and no state but this one.
  if (play.learn_status === 'enrolled') play.learn_status = 'studying';
  if (finishes) {
    group.touched.add(play.learning_id);
    group.logs.push(finishing(play, play.section_status, group.at));
  }
  Object.assign(play, {
    seq: body.seq,
    last_accepted_ms: accepted,
    last_beat_at: after.lastBeatAt,
    credited_to: Math.round(after.creditedTo),
    accepted_ms: play.accepted_ms + accepted,
    rejected_count: play.rejected_count + (claimed > accepted + 1000 ? 1 : 0),
    play_status: body.visible && !checkDue ? 'active' : 'paused',
    ranges: [...after.ranges],
    covered_ms: lengthOf(merge(after.ranges, after.end)),
    furthest_ms: after.furthest,
    position_ms: after.position,
    section_status: after.finished ? 'finished' : 'studying',
    finished_at: finishes ? group.now : play.finished_at,
    counted_today: after.countedToday,
  } satisfies Partial<HeldPlay>);
  if (play.check && checkDue) {
    play.check.shown_at = group.now;
    group.shown.push({ check_id: play.check.check_id, play_id: play.play_id });
  }
  group.beats.push({
    play_id: play.play_id,
    seq: body.seq,
    client_at: clientMoment(body.at),
    spans: body.spans,
    position_ms: after.position,
    accepted_ms: accepted,
  });
  return { play, accepted, capped };
}

/** The trace of a finished section. */
export const finishing = (
  play: { learning_id: string; section_id: string; user_id: string },
  from: string,
  at: Date,
) => ({
  entity: 'section_progress',
  entity_id: `${play.learning_id}/${play.section_id}`,
  from,
  to: 'finished',
  actor_type: 'learner' as const,
  actor_id: play.user_id,
  at,
});

function stateOf(play: HeldPlay, section: { seconds: number; max_rate: number }): Play {
  const end = Math.round(section.seconds * 1000);
  return {
    ranges: play.ranges,
    furthest: play.furthest_ms,
    position: play.position_ms,
    finished: play.section_status === 'finished',
    end,
    maxRate: section.max_rate,
    begun: play.seq > 0,
    lastBeatAt: play.last_beat_at,
    creditedTo: play.credited_to,
    countedToday: play.counted_today,
    ...(play.check && play.check.planned_ms < end ? { nextCheck: play.check.planned_ms } : {}),
  };
}

/** What a client says of its clock is kept as it is, as long as it is a moment at all. */
const clientMoment = (at: number) => Math.trunc(Math.min(8.64e15, Math.max(-8.64e15, at)));

function answerOf(
  { at, now, sections }: Group,
  { play, accepted, capped }: Exclude<Verdict, Refusal>,
): Judged {
  const state = told({
    ranges: play.ranges,
    furthest: play.furthest_ms,
    end: Math.round((sections.get(play.section_id)?.seconds ?? 0) * 1000),
    section_status: play.section_status,
    learning: { progress: play.progress, learn_status: statusOf(play, at) },
    capped: capped || play.counted_today >= ledger.dailyCap,
    ...(play.check ? { check: play.check } : {}),
  });
  const isEarlier = typeof accepted === 'object';
  return {
    told: { ...state, accepted_seconds: isEarlier ? 0 : accepted / 1000, server_time: now },
    ...(isEarlier ? { earlier: { play_id: play.play_id, seq: accepted.earlier } } : {}),
  };
}
