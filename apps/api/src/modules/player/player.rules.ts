import {
  countSpans,
  lengthAhead,
  lengthOf,
  merge,
  type Stretch,
} from '../learning/progress/spans.rules.ts';
import { ledger } from '../learning/progress/ledger.rules.ts';

/** What the server knows about a play when a beat arrives. Moments and positions in milliseconds. */
export interface Play {
  ranges: readonly Stretch[];
  furthest: number;
  position: number;
  finished: boolean;
  /** Length of the video now. */
  end: number;
  /** Of a document: the stretch of each page. */
  pageLength?: number;
  maxRate: number;
  /** A first study may go to any place; without it nothing ahead of what was studied. */
  maySeek?: boolean;
  /** Counted time of a day; without it the usual one. */
  dailyCap?: number;
  /** False until the first beat of this play. */
  begun: boolean;
  lastBeatAt: number;
  /** Up to this moment the learner's time has been credited, in any course. */
  creditedTo: number;
  /** Counted today, before this beat. */
  countedToday: number;
  /** Position of the first presence check that has not been answered. */
  nextCheck?: number;
}

export interface Beat {
  spans: readonly (readonly [number, number])[];
  position: number;
  rate: number;
  visible: boolean;
}

/** Moment from which uncredited time may still be used. One beat less the grace is carried over,
 * so that a late beat costs nothing. Before the first beat there is nothing to carry: that time
 * begins with entering. */
function creditableFrom(play: Play): number {
  const carry = play.begun ? ledger.beat - ledger.grace : 0;
  return Math.max(play.creditedTo, play.lastBeatAt - carry);
}

/** Milliseconds of video that a beat may count: what server time since the last beat gives, and
 * never more than the learner's uncredited time, so that no number of beats, plays or courses
 * credits more than the clock. */
export function allowanceOf(play: Play, rate: number, now: number): number {
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

/** The ledger after a beat. Ranges, furthest and finished only ever grow; furthest by no more
 * than what was credited ahead of it, so that nobody gets on by leaving out. */
export function countBeat(play: Play, beat: Beat, now: number): CountedBeat {
  const left = Math.max(0, (play.dailyCap ?? ledger.dailyCap) - play.countedToday);
  const isFree = play.finished || play.maySeek === true;
  const stop =
    play.finished || play.nextCheck === undefined ? play.end : Math.min(play.end, play.nextCheck);
  const { counted, reach } = countSpans(beat.visible ? beat.spans : [], {
    end: stop,
    furthest: play.furthest,
    lead: isFree ? Infinity : ledger.lead,
    allowance: Math.min(left, allowanceOf(play, beat.rate, now)),
  });
  const accepted = lengthOf(counted);
  const furthest = isFree
    ? reach
    : Math.min(reach, play.furthest + lengthAhead(counted, play.furthest));
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
  // Who may go anywhere meets the check wherever the picture has passed it.
  const shown = play.maySeek ? Math.max(reach, Math.round(beat.position * 1000)) : reach;
  const checkDue = !play.finished && play.nextCheck !== undefined && shown >= play.nextCheck;
  after.finished = play.finished || isFinished(after);
  return { play: after, accepted, capped: accepted >= left, checkDue };
}

/** Watched enough of the video as it is now, or read each page long enough, and every presence check
 * answered. */
export function isFinished(
  play: Pick<Play, 'ranges' | 'end' | 'nextCheck' | 'pageLength'>,
): boolean {
  const { ranges, end, nextCheck, pageLength = end } = play;
  if (nextCheck !== undefined && nextCheck < end) return false;
  if (end <= 0) return false;
  for (let from = 0; from < end; from += pageLength) {
    const to = Math.min(end, from + pageLength);
    const seen = merge(
      ranges.map(([a, b]): Stretch => [Math.max(a, from), b]),
      to,
    );
    if (lengthOf(seen) < (to - from) * ledger.threshold) return false;
  }
  return true;
}

/** What a gap since the last beat means: go on, catch up, or begin again by entering. */
export function isLapsed(lastBeatAt: number, now: number): boolean {
  return now - lastBeatAt > ledger.lease + ledger.offline;
}

/** Whether the page that plays still has the learner's one place: its lease has not run out. */
export function hasLease(lastBeatAt: number, now: number): boolean {
  return now - lastBeatAt <= ledger.lease;
}
