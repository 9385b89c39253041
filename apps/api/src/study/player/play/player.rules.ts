import {
  countSpans,
  getLengthAhead,
  measureSpans,
  merge,
  type Span,
} from '../../learning/progress/spans.rules.ts';
import { ledger } from '../../learning/progress/ledger.rules.ts';

/** The server's state of a play when a beat arrives. Timestamps and positions in milliseconds. */
export interface Play {
  ranges: readonly Span[];
  furthest: number;
  position: number;
  finished: boolean;
  /** Current length of the video. */
  end: number;
  /** For documents: length of each page. */
  pageLength?: number;
  maxRate: number;
  /**
   * Seeking is allowed on the first viewing; otherwise nothing ahead of what was studied counts.
   */
  canSeek?: boolean;
  /** Daily cap of counted time; absent: default. */
  dailyCap?: number;
  /** False until the first beat of this play. */
  begun: boolean;
  lastBeatAt: number;
  /** The learner's time has been credited up to here, in any course. */
  creditedTo: number;
  /** Counted today before this beat. */
  countedToday: number;
  /** Position of the first unanswered presence check. */
  nextCheck?: number;
}

export interface Beat {
  spans: readonly (readonly [number, number])[];
  position: number;
  rate: number;
  visible: boolean;
}

/**
 * Start of the uncredited time that may still be used. One beat minus the grace is carried over, so
 * that a late beat costs nothing. Before the first beat there is nothing to carry: time starts with
 * entering.
 */
function creditableFrom(play: Play): number {
  const carry = play.begun ? ledger.beat - ledger.grace : 0;
  return Math.max(play.creditedTo, play.lastBeatAt - carry);
}

/**
 * Milliseconds of video that a beat may count: the server time since the last beat, and never more
 * than the learner's uncredited time, so that no number of beats, plays or courses credits more
 * than elapsed time.
 */
function computeAllowance(play: Play, rate: number, now: number): number {
  const gap = Math.min(Math.max(0, now - play.lastBeatAt), ledger.offline);
  const byBeat = gap * Math.min(rate, play.maxRate) * ledger.factor + ledger.grace;
  const byClock = (now + ledger.grace - creditableFrom(play)) * play.maxRate;
  return Math.max(0, Math.floor(Math.min(byBeat, byClock)));
}

export interface CountedBeat {
  play: Play;
  accepted: number;
  capped: boolean;
  /** A presence check is due at this position. */
  checkDue: boolean;
}

/**
 * The ledger after a beat. Ranges, furthest and finished only grow; furthest by no more than what
 * was credited ahead of it, so that skipping gains nothing.
 */
export function countBeat(play: Play, beat: Beat, now: number): CountedBeat {
  const remaining = Math.max(0, (play.dailyCap ?? ledger.dailyCap) - play.countedToday);
  const isFree = play.finished || play.canSeek === true;
  const stop =
    play.finished || play.nextCheck === undefined ? play.end : Math.min(play.end, play.nextCheck);
  const { counted, reach } = countSpans(beat.visible ? beat.spans : [], {
    end: stop,
    furthest: play.furthest,
    lead: isFree ? Infinity : ledger.lead,
    allowance: Math.min(remaining, computeAllowance(play, beat.rate, now)),
  });
  const accepted = measureSpans(counted);
  const furthest = isFree
    ? reach
    : Math.min(reach, play.furthest + getLengthAhead(counted, play.furthest));
  const after: Play = {
    ...play,
    ranges: merge([...play.ranges, ...counted]),
    furthest,
    position: Math.round(Math.min(beat.position * 1000, play.finished ? play.end : furthest)),
    begun: true,
    lastBeatAt: Math.max(play.lastBeatAt, now),
    creditedTo: creditableFrom(play) + accepted / play.maxRate,
    countedToday: play.countedToday + accepted,
  };
  // With seeking allowed, the check is shown wherever the playback position has passed it.
  const shownPosition = play.canSeek ? Math.max(reach, Math.round(beat.position * 1000)) : reach;
  const checkDue =
    !play.finished && play.nextCheck !== undefined && shownPosition >= play.nextCheck;
  after.finished = play.finished || isFinished(after);
  return { play: after, accepted, capped: accepted >= remaining, checkDue };
}

/**
 * Watched enough of the current video, or read each page long enough, with every presence check
 * answered.
 */
export function isFinished(
  play: Pick<Play, 'ranges' | 'end' | 'nextCheck' | 'pageLength'>,
): boolean {
  const { ranges, end, nextCheck, pageLength = end } = play;
  if (nextCheck !== undefined && nextCheck < end) return false;
  if (end <= 0) return false;
  for (let from = 0; from < end; from += pageLength) {
    const to = Math.min(end, from + pageLength);
    const seen = merge(
      ranges.map(([a, b]): Span => [Math.max(a, from), b]),
      to,
    );
    if (measureSpans(seen) < (to - from) * ledger.threshold) return false;
  }
  return true;
}

/**
 * Whether the gap since the last beat is too long to continue the play: it must be entered again.
 */
export function isLapsed(lastBeatAt: number, now: number): boolean {
  return now - lastBeatAt > ledger.lease + ledger.offline;
}

/** Whether the playing page still holds the learner's lease. */
export function hasLease(lastBeatAt: number, now: number): boolean {
  return now - lastBeatAt <= ledger.lease;
}
