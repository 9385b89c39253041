import type { ReplyOf } from '@cme/contract/base';
import type { playerBeat } from '@cme/contract/study';
import type { Db } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { formatDay } from '../../../platform/http/format-time.ts';
import type { Playable } from '../../../content/catalogue/outline.store.ts';
import { readActiveTokens } from '../../../person/identity/session/session-lookup.store.ts';
import { logStates } from '../../../platform/state-log/state-log.store.ts';
import { recompute } from '../../learning/recompute.action.ts';
import {
  finishedEnrolments,
  type EvaluatedGroup,
  evaluateGroup,
  type KnownState,
  needsNoLocks,
  type SentBeat,
  statesChanged,
} from './beat-group.rules.ts';
import { type Accepted, knowsFetched, learnStatusAt } from './beat.rules.ts';
import { type PlaySnapshot, readPlays, writeBeats } from './beat.store.ts';
import { ledgerState } from '../play/ledger.view.ts';
import type { PlayCache } from './play.cache.ts';
import { readBeat } from '../play/play.store.ts';
import { ledger } from '../../learning/progress/ledger.rules.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';

export type BeatReply = ReplyOf<typeof playerBeat>;

export interface BeatServices {
  db: Db;
  readSections(db: Db, ids: string[]): Promise<Map<string, Playable>>;
  playCache: PlayCache;
  completion: CompletionEffects;
}

/**
 * Evaluates and stores a group of beats; everything is durable before any reply. Usually only
 * ledgers change and nobody else writes them: then memory, or one read, and one write are enough.
 * Otherwise it is evaluated again in a transaction that locks the rows and checks the sessions;
 * beats already written are then repeats, which count nothing.
 */
export async function evaluateBeats(
  services: BeatServices,
  sent: readonly SentBeat[],
  at: Date,
): Promise<(BeatReply | RefusalError)[]> {
  const { db, playCache } = services;
  const group = evaluateGroup(await readKnown(services, sent, at), sent);
  if (needsNoLocks(group) && (await isWritten(db, group, false))) {
    for (const play of group.after.values()) playCache.store(play, group.day);
    return readBeatReplies(db, group);
  }
  for (const { playHash } of sent) playCache.forget(playHash);
  const locked = await db.transaction((tx) => evaluateLocked(tx, services, sent, at));
  return readBeatReplies(db, locked);
}

async function readKnown(
  { db, readSections, playCache }: BeatServices,
  sent: readonly SentBeat[],
  at: Date,
): Promise<KnownState> {
  const day = formatDay(at);
  const plays = new Map<string, PlaySnapshot>();
  const unknown = new Set<string>();
  for (const { playHash, body } of sent) {
    const play = playCache.find(playHash, day);
    // What is not known here may have been fetched from another process.
    if (play && knowsFetched(play, body) && !unknown.has(playHash)) plays.set(playHash, play);
    else unknown.add(playHash);
  }
  if (unknown.size > 0)
    for (const play of await readPlays(db, [...unknown], day, false))
      plays.set(play.token_hash, play);
  return { at, day, plays, sections: await readSections(db, getSectionIds(plays)) };
}

const getSectionIds = (plays: ReadonlyMap<string, PlaySnapshot>) =>
  [...plays.values()].map(({ section_id }) => section_id);

async function evaluateLocked(
  tx: Db,
  { readSections, completion }: BeatServices,
  sent: readonly SentBeat[],
  at: Date,
): Promise<EvaluatedGroup> {
  const day = formatDay(at);
  const hashes = [...new Set(sent.map(({ playHash }) => playHash))];
  const rows = await readPlays(tx, hashes, day, true);
  const plays = new Map(rows.map((play) => [play.token_hash, play]));
  const unverified = sent.flatMap(({ unverifiedToken }) => unverifiedToken ?? []);
  const known: KnownState = {
    at,
    day,
    plays,
    sections: await readSections(tx, getSectionIds(plays)),
    livingTokens: await readActiveTokens(tx, unverified, at),
  };
  const group = evaluateGroup(known, sent);
  if (!(await isWritten(tx, group, true))) throw new Error('a locked play was changed');
  await logStates(
    tx,
    group.changes.flatMap((change) => statesChanged(change, at)),
  );
  return { ...group, after: await recomputeFinished(tx, completion, group) };
}

/** False when a play has changed since it was evaluated; nothing is written for that one. */
async function isWritten(db: Db, group: EvaluatedGroup, locked: boolean): Promise<boolean> {
  const { changes, logged, at, day } = group;
  if (changes.length === 0) return true;
  return (await writeBeats(db, { changes, logged, at, day, locked })) === changes.length;
}

/** Recomputes progress and state of the enrolments with a newly finished section. */
async function recomputeFinished(
  tx: Db,
  completion: CompletionEffects,
  { at, after, changes }: EvaluatedGroup,
): Promise<Map<string, PlaySnapshot>> {
  const plays = new Map(after);
  for (const id of finishedEnrolments(changes)) {
    const learning = await recompute(tx, completion, id, at);
    if (!learning) continue;
    const { progress, learn_status } = learning;
    for (const [hash, play] of plays)
      if (play.learning_id === id) plays.set(hash, { ...play, progress, learn_status });
  }
  return plays;
}

async function readBeatReplies(
  db: Db,
  group: EvaluatedGroup,
): Promise<(BeatReply | RefusalError)[]> {
  const replies: (BeatReply | RefusalError)[] = [];
  for (const [index, verdict] of group.verdicts.entries()) {
    const play = group.after.get(group.sent[index]?.playHash ?? '');
    if (verdict instanceof RefusalError) replies.push(verdict);
    else if (!play) throw new Error('an evaluated play is missing');
    else if (verdict.is === 'counted') replies.push(toBeatReply(group, play, verdict));
    else replies.push(toBeatReply(group, play, await findEarlierResult(db, play, verdict.seq)));
  }
  return replies;
}

/** What a repeated beat had counted. */
async function findEarlierResult(db: Db, play: PlaySnapshot, seq: number): Promise<Accepted> {
  const isLast = seq === play.seq;
  const accepted = isLast ? play.last_accepted_ms : await readBeat(db, play.play_id, seq);
  return { accepted_ms: accepted ?? 0, capped: false };
}

/** The ledger after the whole group, and what this beat counted. */
function toBeatReply(
  { at, sections }: EvaluatedGroup,
  play: PlaySnapshot,
  { accepted_ms, capped }: Accepted,
): BeatReply {
  const state = ledgerState({
    ranges: play.ranges,
    furthest: play.furthest_ms,
    end: Math.round((sections.get(play.section_id)?.seconds ?? 0) * 1000),
    section_status: play.section_status,
    learning: { progress: play.progress, learn_status: learnStatusAt(play, at) },
    capped: capped || play.counted_today >= (play.daily_cap_ms ?? ledger.dailyCap),
    ...(play.check ? { check: play.check } : {}),
  });
  return { ...state, accepted_seconds: accepted_ms / 1000, server_time: at.getTime() };
}
