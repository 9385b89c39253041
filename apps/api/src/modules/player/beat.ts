import type { DataOf, ParsedBodyOf, playerBeat } from '@cme/contract';
import type { Db } from '../../database.ts';
import type { SignedIn } from '../../house.ts';
import { Refusal } from '../../refusal.ts';
import { wireDay } from '../../wire-time.ts';
import type { Playable } from '../catalogue/catalogue.store.ts';
import { statusAt } from '../learning/learning.rules.ts';
import { type Learning, logState, readLearningsById } from '../learning/learning.store.ts';
import { recompute } from '../learning/recompute.ts';
import { type HeldPlay, holdPlays, type WrittenBeat, writeBeats } from './beat.store.ts';
import { told } from './ledger-state.ts';
import { countBeat, isLapsed, ledger, type Play } from './player.rules.ts';
import { lengthOf, merge } from './spans.rules.ts';
import { checkOpen, moved, notPlayable, lapsed, unknownPlay } from './player.refusals.ts';

type Body = ParsedBodyOf<typeof playerBeat>;
type Told = DataOf<typeof playerBeat>;

export interface SentBeat extends SignedIn {
  hash: string;
  body: Body;
}

interface Group {
  now: Date;
  held: Map<string, HeldPlay>;
  learnings: Map<string, Learning>;
  sections: Map<string, Playable>;
  /** Plays with something to write. */
  changed: Set<HeldPlay>;
  beats: WrittenBeat[];
  shown: { check_id: string; at: Date }[];
  logs: Parameters<typeof logState>[1][];
  /** Enrolments whose state may follow from these beats. */
  touched: Set<string>;
}

type Verdict = Refusal | { held: HeldPlay; accepted: number | { earlier: number }; capped: boolean };

export interface Judged {
  told: Told;
  /** Set for a repeat of an older beat than the last: its own result is still to be read. */
  earlier?: { play_id: string; seq: number };
}

/** Judges and writes a group of beats in one transaction: all of it is durable before anybody is answered. */
export function judgeBeats(db: Db, readSections: (db: Db, ids: string[]) => Promise<Map<string, Playable>>, sent: SentBeat[], now: Date): Promise<(Judged | Refusal)[]> {
  return db.transaction(async (tx) => {
    const day = wireDay(now);
    const held = await holdPlays(tx, [...new Set(sent.map(({ hash }) => hash))], day);
    const plays = [...held.values()].map(({ play }) => play);
    const learnings = await readLearningsById(tx, plays.map(({ learning_id }) => learning_id));
    const sections = await readSections(tx, plays.map(({ section_id }) => section_id));
    const group: Group = { now, held, learnings, sections, changed: new Set(), beats: [], shown: [], logs: [], touched: new Set() };
    const verdicts = sent.map((beat) => judge(group, beat));
    if (group.changed.size > 0) await writeBeats(tx, { held: [...group.changed], beats: group.beats, shown: group.shown, day });
    for (const log of group.logs) await logState(tx, log);
    for (const id of [...group.touched].toSorted()) {
      const after = await recompute(tx, id, now);
      if (after) learnings.set(id, after);
    }
    return verdicts.map((verdict) => (verdict instanceof Refusal ? verdict : answerOf(group, verdict)));
  });
}

function judge(group: Group, { hash, person, session, body }: SentBeat): Verdict {
  const held = group.held.get(hash);
  const { now } = group;
  if (!held || held.play.user_id !== person.user_id || held.play.session_id !== session.session_id) return unknownPlay();
  const { play } = held;
  if (play.play_status === 'superseded') return moved();
  if (play.play_status === 'ended' || play.play_status === 'lapsed') return lapsed();
  if (body.seq <= play.seq) return { held, accepted: body.seq === play.seq ? play.last_accepted_ms : { earlier: body.seq }, capped: false };
  const learning = group.learnings.get(play.learning_id);
  const section = group.sections.get(play.section_id);
  if (!learning || !section || section.seconds === null || ['expired', 'revoked'].includes(statusAt(learning, now))) return notPlayable();
  group.changed.add(held);
  if (isLapsed(play.last_beat_at.getTime(), now.getTime())) {
    group.logs.push({ entity: 'play_session', entity_id: play.play_id, from: play.play_status, to: 'lapsed', actor_type: 'system', actor_id: play.user_id, at: now });
    play.play_status = 'lapsed';
    return lapsed();
  }
  if (isWaiting(held, section.seconds)) {
    Object.assign(play, { last_beat_at: now, play_status: 'paused' as const, rejected_count: play.rejected_count + 1 });
    return checkOpen();
  }
  return count(group, held, { ...section, seconds: section.seconds }, body);
}

/** A presence check has been shown and not been answered. */
function isWaiting({ check, progress }: HeldPlay, seconds: number): boolean {
  return check !== undefined && check.shown_at !== null && check.planned_ms < seconds * 1000 && progress.section_status !== 'finished';
}

function count(group: Group, held: HeldPlay, section: Playable & { seconds: number }, body: Body): Verdict {
  const { now } = group;
  const { play, progress, check } = held;
  const { play: after, accepted, capped, checkDue } = countBeat(stateOf(held, section), body, now.getTime());
  const finishes = after.finished && progress.section_status !== 'finished';
  const claimed = body.spans.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0) * 1000;
  if (finishes || progress.section_status === 'not_started') group.touched.add(play.learning_id);
  if (finishes) group.logs.push(finishing(play, progress.section_status, now));
  Object.assign(play, {
    seq: body.seq, last_accepted_ms: accepted, last_beat_at: new Date(after.lastBeatAt), credited_to: new Date(Math.round(after.creditedTo)),
    accepted_ms: play.accepted_ms + accepted, rejected_count: play.rejected_count + (claimed > accepted + 1000 ? 1 : 0),
    play_status: body.visible && !checkDue ? 'active' : 'paused',
  } satisfies Partial<typeof play>);
  Object.assign(progress, {
    watched_ranges: [...after.ranges], covered_ms: lengthOf(merge(after.ranges, after.end)), furthest_ms: after.furthest, last_position_ms: after.position,
    section_status: after.finished ? 'finished' : 'studying', finished_at: finishes ? now : progress.finished_at, updated_at: now,
  } satisfies Partial<typeof progress>);
  held.countedToday = after.countedToday;
  if (check && checkDue) {
    check.shown_at = now.getTime();
    group.shown.push({ check_id: check.check_id, at: now });
  }
  group.beats.push({
    play_id: play.play_id, seq: body.seq, at: now, client_at: clientMoment(body.at), spans: body.spans, position_ms: after.position, accepted_ms: accepted,
  });
  return { held, accepted, capped };
}

/** The trace of a finished section. */
export const finishing = (play: { learning_id: string; section_id: string; user_id: string }, from: string, at: Date) =>
  ({ entity: 'section_progress', entity_id: `${play.learning_id}/${play.section_id}`, from, to: 'finished', actor_type: 'learner' as const, actor_id: play.user_id, at });

function stateOf({ play, progress, countedToday, check }: HeldPlay, section: { seconds: number; max_rate: number }): Play {
  const end = Math.round(section.seconds * 1000);
  return {
    ranges: progress.watched_ranges, furthest: progress.furthest_ms, position: progress.last_position_ms, finished: progress.section_status === 'finished',
    end, maxRate: section.max_rate, begun: play.seq > 0, lastBeatAt: play.last_beat_at.getTime(), creditedTo: play.credited_to.getTime(), countedToday,
    ...(check && check.planned_ms < end ? { nextCheck: check.planned_ms } : {}),
  };
}

/** What a client says of its clock is kept as it is, as long as it is a moment at all. */
const clientMoment = (at: number) => Math.trunc(Math.min(8.64e15, Math.max(-8.64e15, at)));

function answerOf({ now, learnings, sections }: Group, { held, accepted, capped }: Exclude<Verdict, Refusal>): Judged {
  const { play, progress, check } = held;
  const learning = learnings.get(play.learning_id);
  const state = told({
    ranges: progress.watched_ranges, furthest: progress.furthest_ms, end: Math.round((sections.get(play.section_id)?.seconds ?? 0) * 1000), section_status: progress.section_status,
    learning: { progress: learning?.progress ?? 0, learn_status: learning ? statusAt(learning, now) : 'revoked' }, capped: capped || held.countedToday >= ledger.dailyCap,
    ...(check ? { check } : {}),
  });
  const isEarlier = typeof accepted === 'object';
  return {
    told: { ...state, accepted_seconds: isEarlier ? 0 : accepted / 1000, server_time: now.getTime() },
    ...(isEarlier ? { earlier: { play_id: play.play_id, seq: accepted.earlier } } : {}),
  };
}
