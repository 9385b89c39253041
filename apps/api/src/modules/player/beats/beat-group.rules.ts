import type { SignedIn } from '../../../context.ts';
import type { Playable } from '../../catalogue/outline.store.ts';
import { type BeatBody, judgeBeat, type Verdict } from './beat.rules.ts';
import type { LoggedBeat, PlayChange, PlaySnapshot } from './beat.store.ts';
import { needLogin, unknownPlay } from '../player.refusals.ts';
import { playMoved, sectionFinished } from '../state-changes.rules.ts';

export interface SentBeat extends SignedIn {
  /** Hash of the play token that the beat names. */
  playHash: string;
  body: BeatBody;
}

/** What a group of beats is judged by; plays by the hash of their token. */
export interface Known {
  at: Date;
  /** The day of `at` on the wire. */
  day: string;
  plays: ReadonlyMap<string, PlaySnapshot>;
  sections: ReadonlyMap<string, Playable>;
  /** Which of the unverified tokens still sign in; absent where the write itself asks. */
  livingTokens?: ReadonlySet<string>;
}

export interface JudgedGroup extends Known {
  sent: readonly SentBeat[];
  /** Of each beat sent, in the same order. */
  verdicts: readonly Verdict[];
  /** The plays as the group leaves them. */
  after: ReadonlyMap<string, PlaySnapshot>;
  /** Those with something to write. */
  changes: readonly PlayChange[];
  /** Rows of the append-only log. */
  logged: readonly LoggedBeat[];
}

/** Judges one beat after the other, each on the play as the one before it left it. */
export function judgeGroup(known: Known, sent: readonly SentBeat[]): JudgedGroup {
  const after = new Map(known.plays);
  const logged: LoggedBeat[] = [];
  const verdicts = sent.map((beat): Verdict => {
    const play = after.get(beat.playHash);
    if (!isSignedIn(beat, known.livingTokens)) return needLogin();
    if (!play || !isSender(beat, play)) return unknownPlay();
    const section = known.sections.get(play.section_id);
    const judgement = judgeBeat(play, section, beat.body, known.at);
    after.set(beat.playHash, judgement.play);
    if (judgement.logged) logged.push(judgement.logged);
    return judgement.verdict;
  });
  const tokens = new Map(sent.map((beat) => [beat.playHash, beat.unverifiedToken]));
  const changes = [...after].flatMap(([hash, play]): PlayChange[] => {
    const before = known.plays.get(hash);
    return before && before !== play ? [{ before, after: play, token: tokens.get(hash) }] : [];
  });
  return { ...known, sent, verdicts, after, changes, logged };
}

const isSignedIn = ({ unverifiedToken }: SentBeat, living: Known['livingTokens']) =>
  unverifiedToken === undefined || living === undefined || living.has(unverifiedToken);

const isSender = ({ person, session }: SentBeat, play: PlaySnapshot) =>
  play.user_id === person.user_id && play.session_id === session.session_id;

/** Nothing but the ledger changes, and the write of their play proves every unverified sender. */
export function needsNoLocks({ at, sent, changes }: JudgedGroup): boolean {
  const proved = new Map(changes.map(({ after, token }) => [after.token_hash, token]));
  return (
    changes.every((change) => statesChanged(change, at).length === 0) &&
    sent.every(
      ({ playHash, unverifiedToken }) =>
        unverifiedToken === undefined || proved.get(playHash) === unverifiedToken,
    )
  );
}

/** The changes of state that leave a trace; an enrolment that begins leaves its own in the write. */
export const statesChanged = ({ before, after }: PlayChange, at: Date) => [
  ...(isNowFinished({ before, after }) ? [sectionFinished(after, before.section_status, at)] : []),
  ...(after.play_status === 'lapsed' ? [playMoved(before, 'lapsed', 'system', at)] : []),
];

/** Enrolments in which a section was finished, in the order in which everybody locks them. */
export const finishedEnrolments = (changes: readonly PlayChange[]): string[] =>
  [...new Set(changes.filter(isNowFinished).map(({ after }) => after.learning_id))].toSorted();

const isNowFinished = ({ before, after }: Pick<PlayChange, 'before' | 'after'>) =>
  after.section_status === 'finished' && before.section_status !== 'finished';
