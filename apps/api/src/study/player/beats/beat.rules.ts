import type { ParsedBodyOf } from '@cme/contract/base';
import type { playerBeat } from '@cme/contract/study';
import { RefusalError } from '../../../platform/http/refusal.ts';
import type { Playable } from '../../../content/catalogue/outline.store.ts';
import { type LearnStatus, statusAt } from '../../learning/learning.rules.ts';
import { studySuspended } from '../../learning/suspend.action.ts';
import type { LoggedBeat, PlaySnapshot } from './beat.store.ts';
import { checkOpen, lapsed, moved, notPlayable } from '../play/player.refusals.ts';
import { countBeat, isLapsed, type Play } from '../play/player.rules.ts';
import { ledger } from '../../learning/progress/ledger.rules.ts';
import { cutTo, measureSpans, merge, type Span } from '../../learning/progress/spans.rules.ts';

export type BeatBody = ParsedBodyOf<typeof playerBeat>;

/** The result of one beat. */
export interface BeatEvaluation {
  /** The play after the beat; the same object if there is nothing to write. */
  play: PlaySnapshot;
  verdict: Verdict;
  /** Row of the append-only log, when the beat counted. */
  logged?: LoggedBeat;
}

export interface Accepted {
  accepted_ms: number;
  /** The daily cap of counted time is reached. */
  capped: boolean;
}

export type Verdict =
  | RefusalError
  | ({ is: 'counted' } & Accepted)
  /** A repeated beat: counts nothing and gets the earlier reply. */
  | { is: 'repeated'; seq: number };

/** Evaluates one beat of the play's own sender. Pure: returns a new snapshot. */
export function evaluateBeat(
  play: PlaySnapshot,
  section: Playable | undefined,
  beat: BeatBody,
  at: Date,
): BeatEvaluation {
  const refuse = (verdict: RefusalError, after = play): BeatEvaluation => ({
    play: after,
    verdict,
  });
  if (play.play_status === 'superseded') return refuse(moved());
  if (play.play_status === 'ended' || play.play_status === 'lapsed') return refuse(lapsed());
  if (beat.seq <= play.seq) return { play, verdict: { is: 'repeated', seq: beat.seq } };
  if (play.suspension !== '') return refuse(studySuspended(play));
  if (!section || section.seconds === null || isOver(play, at)) return refuse(notPlayable());
  const now = at.getTime();
  if (isLapsed(play.last_beat_at, now)) return refuse(lapsed(), { ...play, play_status: 'lapsed' });
  if (isCheckOpen(play, section.seconds))
    return refuse(checkOpen(), {
      ...play,
      last_beat_at: now,
      play_status: 'paused',
      rejected_count: play.rejected_count + 1,
    });
  return countedBeat(play, { ...section, seconds: section.seconds }, beat, now);
}

/** State of the play's enrolment at a given time. */
export const learnStatusAt = ({ study_end_at, ...play }: PlaySnapshot, at: Date): LearnStatus =>
  statusAt({ ...play, study_end_at: new Date(study_end_at) }, at);

const isOver = (play: PlaySnapshot, at: Date) =>
  ['expired', 'revoked'].includes(learnStatusAt(play, at));

/** A presence check was shown and is unanswered. */
const isCheckOpen = ({ check, section_status }: PlaySnapshot, seconds: number) =>
  check !== null &&
  check.shown_at !== null &&
  check.planned_ms < seconds * 1000 &&
  section_status !== 'finished';

/** What a beat needs to know about the section. */
type Video = Pick<Playable, 'max_rate' | 'kind' | 'pages'> & { seconds: number };

function countedBeat(
  play: PlaySnapshot,
  video: Video,
  beat: BeatBody,
  now: number,
): BeatEvaluation {
  // Audio also counts while the page is hidden.
  const visible = beat.visible || video.kind === 'audio';
  const {
    play: after,
    accepted,
    capped,
    checkDue,
  } = countBeat(toPlay(play, video), { ...beat, visible, spans: fetchedSpans(play, beat) }, now);
  const claimed = beat.spans.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0) * 1000;
  return {
    play: {
      ...play,
      seq: beat.seq,
      last_accepted_ms: accepted,
      last_beat_at: after.lastBeatAt,
      credited_to: Math.round(after.creditedTo),
      accepted_ms: play.accepted_ms + accepted,
      rejected_count: play.rejected_count + (claimed > accepted + 1000 ? 1 : 0),
      play_status: visible && !checkDue ? 'active' : 'paused',
      ranges: [...after.ranges],
      covered_ms: measureSpans(merge(after.ranges, after.end)),
      furthest_ms: after.furthest,
      position_ms: after.position,
      section_status: after.finished ? 'finished' : 'studying',
      finished_at: after.finished && play.section_status !== 'finished' ? now : play.finished_at,
      counted_today: after.countedToday,
      // Starting a section changes no progress and only this state.
      learn_status: play.learn_status === 'enrolled' ? 'studying' : play.learn_status,
      check: play.check && checkDue ? { ...play.check, shown_at: now } : play.check,
    },
    verdict: { is: 'counted', accepted_ms: accepted, capped },
    logged: {
      play_id: play.play_id,
      seq: beat.seq,
      client_at: toValidTime(beat.at),
      spans: beat.spans,
      position_ms: after.position,
      accepted_ms: accepted,
    },
  };
}

/** What of a beat's spans was fetched, in seconds. */
const fetchedSpans = ({ needs_fetch, fetched }: PlaySnapshot, { spans }: Pick<BeatBody, 'spans'>) =>
  needs_fetch
    ? spans.flatMap(([from, to]) => cutTo([from * 1000, to * 1000], fetched).map(toSeconds))
    : spans;
const toSeconds = ([from, to]: Span): Span => [from / 1000, to / 1000];

/** Whether these fetched parts are enough to evaluate the beat. */
export const knowsFetched = (play: PlaySnapshot, { spans }: Pick<BeatBody, 'spans'>): boolean =>
  !play.needs_fetch ||
  spans.every(
    ([from, to]) =>
      from >= to || play.fetched.some(([start, end]) => start <= from * 1000 && to * 1000 <= end),
  );

function toPlay(play: PlaySnapshot, video: Video): Play {
  const end = Math.round(video.seconds * 1000);
  return {
    ranges: play.ranges,
    furthest: play.furthest_ms,
    position: play.position_ms,
    finished: play.section_status === 'finished',
    end,
    maxRate: play.max_rate ?? video.max_rate,
    // The pages of a document can be read in any order.
    canSeek: play.allow_seek === 'Y' || video.kind === 'pdf',
    ...(video.pages ? { pageLength: computePageLength(video) } : {}),
    dailyCap: play.daily_cap_ms ?? ledger.dailyCap,
    begun: play.seq > 0,
    lastBeatAt: play.last_beat_at,
    creditedTo: play.credited_to,
    countedToday: play.counted_today,
    ...(play.check && play.check.planned_ms < end ? { nextCheck: play.check.planned_ms } : {}),
  };
}

/** Milliseconds required for each page of a document. */
const computePageLength = ({ seconds, pages }: Pick<Video, 'seconds' | 'pages'>): number =>
  Math.ceil((seconds * 1000) / Math.max(1, pages ?? 0));

/** The client's clock is stored as sent, limited to valid timestamps. */
const toValidTime = (clientAt: number) =>
  Math.trunc(Math.min(8.64e15, Math.max(-8.64e15, clientAt)));
