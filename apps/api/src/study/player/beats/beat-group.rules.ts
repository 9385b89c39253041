import type { SignedIn } from '../../../platform/context/context.ts';
import type { Playable } from '../../../content/catalogue/outline.store.ts';
import { type BeatBody, evaluateBeat, type Verdict } from './beat.rules.ts';
import type { LoggedBeat, PlayChange, PlaySnapshot } from './beat.store.ts';
import { needLogin, unknownPlay } from '../play/player.refusals.ts';
import { playMoved, sectionFinished } from '../play/state-changes.rules.ts';

export interface SentBeat extends SignedIn {
  /** Hash of the play token in the beat. */
  playHash: string;
  body: BeatBody;
}

/** What a group of beats is evaluated against; plays by token hash. */
export interface KnownState {
  at: Date;
  /** Calendar day of `at`, as on the wire. */
  day: string;
  plays: ReadonlyMap<string, PlaySnapshot>;
  sections: ReadonlyMap<string, Playable>;
  /** Which unverified tokens are still signed in; absent where the write checks them. */
  livingTokens?: ReadonlySet<string>;
}

export interface EvaluatedGroup extends KnownState {
  sent: readonly SentBeat[];
  /** One per beat, in the same order. */
  verdicts: readonly Verdict[];
  /** The plays after the group. */
  after: ReadonlyMap<string, PlaySnapshot>;
  /** Plays with something to write. */
  changes: readonly PlayChange[];
  /** Rows of the append-only log. */
  logged: readonly LoggedBeat[];
}

/** Evaluates beats one by one, each on the play as left by the previous one. */
export function evaluateGroup(state: KnownState, sent: readonly SentBeat[]): EvaluatedGroup {
  const after = new Map(state.plays);
  const logged: LoggedBeat[] = [];
  const verdicts = sent.map((beat): Verdict => {
    const play = after.get(beat.playHash);
    if (!isSignedIn(beat, state.livingTokens)) return needLogin();
    if (!play || !isSender(beat, play)) return unknownPlay();
    const section = state.sections.get(play.section_id);
    const judgement = evaluateBeat(play, section, beat.body, state.at);
    after.set(beat.playHash, judgement.play);
    if (judgement.logged) logged.push(judgement.logged);
    return judgement.verdict;
  });
  const tokens = new Map(sent.map((beat) => [beat.playHash, beat.unverifiedToken]));
  const changes = [...after].flatMap(([hash, play]): PlayChange[] => {
    const before = state.plays.get(hash);
    return before && before !== play ? [{ before, after: play, token: tokens.get(hash) }] : [];
  });
  return { ...state, sent, verdicts, after, changes, logged };
}

const isSignedIn = ({ unverifiedToken }: SentBeat, living: KnownState['livingTokens']) =>
  unverifiedToken === undefined || living === undefined || living.has(unverifiedToken);

const isSender = ({ person, session }: SentBeat, play: PlaySnapshot) =>
  play.user_id === person.user_id && play.session_id === session.session_id;

/** Only ledgers change, and writing the play verifies every unverified sender. */
export function needsNoLocks({ at, sent, changes }: EvaluatedGroup): boolean {
  const proved = new Map(changes.map(({ after, token }) => [after.token_hash, token]));
  return (
    changes.every((change) => statesChanged(change, at).length === 0) &&
    sent.every(
      ({ playHash, unverifiedToken }) =>
        unverifiedToken === undefined || proved.get(playHash) === unverifiedToken,
    )
  );
}

/** State changes to be logged; the start of an enrolment is logged by the write itself. */
export const statesChanged = ({ before, after }: PlayChange, at: Date) => [
  ...(isNowFinished({ before, after }) ? [sectionFinished(after, before.section_status, at)] : []),
  ...(after.play_status === 'lapsed' ? [playMoved(before, 'lapsed', 'system', at)] : []),
];

/** Enrolments with a newly finished section, in the global lock order. */
export const finishedEnrolments = (changes: readonly PlayChange[]): string[] =>
  [...new Set(changes.filter(isNowFinished).map(({ after }) => after.learning_id))].toSorted();

const isNowFinished = ({ before, after }: Pick<PlayChange, 'before' | 'after'>) =>
  after.section_status === 'finished' && before.section_status !== 'finished';
