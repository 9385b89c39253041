import type { LiveStatus } from '@cme/contract/study';

export interface LiveFacts {
  begin_at: Date;
  finish_at: Date;
  ended_at: Date | null;
  recorded_at: Date | null;
  replay_id: string | null;
  canceled_at: Date | null;
  stream_seen_at: Date | null;
}

/** The ingest confirms a stream every few seconds; without a confirmation for this long it has
 * ended. */
const streamSilenceMs = 30_000;

/** The stream is running now. */
export const isOnAir = ({ stream_seen_at }: Pick<LiveFacts, 'stream_seen_at'>, now: Date) =>
  stream_seen_at !== null && now.getTime() - stream_seen_at.getTime() < streamSilenceMs;

/** The current state, computed from facts and the clock, so that no job has to run on time. A
 * running stream keeps the live running past its planned end. */
export function liveStatusAt(live: LiveFacts, now: Date): LiveStatus {
  if (live.canceled_at) return 'canceled';
  if (live.replay_id) return 'replay';
  if (live.recorded_at) return 'transcoding';
  if (live.ended_at && now >= live.ended_at) return 'ended';
  if (isOnAir(live, now)) return 'living';
  if (now >= (live.ended_at ?? live.finish_at)) return 'ended';
  return now >= live.begin_at ? 'living' : 'scheduled';
}

/** How long before the planned start a stream may begin. */
const earlyMs = 30 * 60_000;

/** Whether a stream may start or continue. */
export function mayStream(live: LiveFacts, now: Date): boolean {
  const status = liveStatusAt(live, now);
  if (status === 'scheduled') return live.begin_at.getTime() - now.getTime() <= earlyMs;
  return status === 'living';
}

/** A stream that stops this shortly before the planned end, or after it, ends the lecture; earlier
 * it may reconnect. */
const endSlackMs = 60_000;
export const endsWithStream = ({ finish_at }: LiveFacts, now: Date): boolean =>
  now.getTime() >= finish_at.getTime() - endSlackMs;

export const room = {
  beatSeconds: 15,
  chatSeconds: 3,
  /** A participant without a beat for this long has left. */
  presentMs: 45_000,
  /** Maximum time credited by a beat: the page sends one every fifteen seconds. */
  mostPerBeatMs: 20_000,
  messages: 50,
} as const;

/** Time credited by a beat: the server time since the previous one, if the page plays and receives
 * video. Gaps are not made up. */
export function countedMs(
  lastBeat: Date,
  now: Date,
  { playing, onAir }: { playing: boolean; onAir: boolean },
): number {
  const passed = now.getTime() - lastBeat.getTime();
  if (!playing || !onAir || passed <= 0 || passed > room.presentMs) return 0;
  return Math.min(passed, room.mostPerBeatMs);
}

/** A player fetches a segment every two seconds and holds at most the twenty of the playlist. */
const fetchedMs = 30_000;

/** Whether the learner has just fetched parts of the stream. */
export const isReceiving = ({ fetched_at }: { fetched_at: Date | null }, now: Date): boolean =>
  fetched_at !== null && now.getTime() - fetched_at.getTime() <= fetchedMs;

/** Attending this share of the recording counts as having studied it. */
const enough = 0.8;
export const hasAttended = (watchedMs: number, seconds: number): boolean =>
  seconds > 0 && watchedMs >= seconds * 1000 * enough;

export const liveStatusNames: Readonly<Record<LiveStatus, string>> = {
  scheduled: '即将开课',
  living: '直播中',
  ended: '已结束',
  transcoding: '视频转码中，敬请期待！',
  replay: '观看回放',
  canceled: '已取消',
};

/** Nothing is called live before its stream has arrived. */
export const liveStatusName = (status: LiveStatus, live: LiveFacts, now: Date): string =>
  status === 'living' && !isOnAir(live, now) ? '等待开播' : liveStatusNames[status];

/** A person's access to a live. */
export interface LiveStanding {
  owned: boolean;
  free: boolean;
  /** On sale and within its period. */
  open: boolean;
  /** False for a signed-in person outside the scope. */
  in_scope: boolean;
  booked: boolean;
}

export type LiveAction = 'enter' | 'replay' | 'book' | 'booked' | 'buy' | 'wait' | 'over' | 'none';

/** The action of the main button. Access survives the end of sale and scope. */
export function getLiveAction(status: LiveStatus, standing: LiveStanding): LiveAction {
  const { owned, free, open, in_scope, booked } = standing;
  if (status === 'canceled' || status === 'ended') return 'over';
  if (!owned) {
    if (!open) return 'over';
    if (!in_scope) return 'none';
    if (!free) return status === 'transcoding' ? 'wait' : 'buy';
  }
  if (status === 'transcoding') return 'wait';
  if (status === 'replay') return 'replay';
  if (status === 'living') return 'enter';
  return booked ? 'booked' : 'book';
}

/** A reminder can be booked until the start, even before buying. */
export const canBook = (status: LiveStatus, { owned, open, in_scope }: LiveStanding): boolean =>
  status === 'scheduled' && (owned || (open && in_scope));
