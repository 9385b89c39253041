import type { LiveStatus } from '@cme/contract';

export interface LiveFacts {
  begin_at: Date;
  finish_at: Date;
  ended_at: Date | null;
  recorded_at: Date | null;
  replay_id: string | null;
  canceled_at: Date | null;
  stream_seen_at: Date | null;
}

/** The ingest says every few seconds that a stream is there; silent for so long it is gone. */
const streamSilenceMs = 30_000;

/** A picture arrives now. */
export const isOnAir = ({ stream_seen_at }: Pick<LiveFacts, 'stream_seen_at'>, now: Date) =>
  stream_seen_at !== null && now.getTime() - stream_seen_at.getTime() < streamSilenceMs;

/** The state at a moment, from what has happened and the clock: nothing has to come in time for
 * it to be right. A stream that is there keeps it living past the planned end. */
export function liveStatusAt(live: LiveFacts, now: Date): LiveStatus {
  if (live.canceled_at) return 'canceled';
  if (live.replay_id) return 'replay';
  if (live.recorded_at) return 'transcoding';
  if (live.ended_at && now >= live.ended_at) return 'ended';
  if (isOnAir(live, now)) return 'living';
  if (now >= (live.ended_at ?? live.finish_at)) return 'ended';
  return now >= live.begin_at ? 'living' : 'scheduled';
}

/** A stream may come so long before the planned beginning. */
const earlyMs = 30 * 60_000;

/** Whether a stream may come, or go on. */
export function mayStream(live: LiveFacts, now: Date): boolean {
  const status = liveStatusAt(live, now);
  if (status === 'scheduled') return live.begin_at.getTime() - now.getTime() <= earlyMs;
  return status === 'living';
}

/** A stream that goes so shortly before the planned end, or after it, has ended the lecture;
 * earlier it may come back. */
const endSlackMs = 60_000;
export const endsWithStream = ({ finish_at }: LiveFacts, now: Date): boolean =>
  now.getTime() >= finish_at.getTime() - endSlackMs;

export const room = {
  beatSeconds: 15,
  chatSeconds: 3,
  /** Who sent no beat for so long has left. */
  presentMs: 45_000,
  /** A beat counts at most so much: the page sends one every fifteen seconds. */
  mostPerBeatMs: 20_000,
  messages: 50,
} as const;

/** Time that a beat counts: what has passed since the one before, by the server's clock, where the
 * page plays and a picture arrives. After a pause nothing of it is made up. */
export function countedMs(
  lastBeat: Date,
  now: Date,
  { playing, onAir }: { playing: boolean; onAir: boolean },
): number {
  const passed = now.getTime() - lastBeat.getTime();
  if (!playing || !onAir || passed <= 0 || passed > room.presentMs) return 0;
  return Math.min(passed, room.mostPerBeatMs);
}

/** Being there for this share of the recording counts as having studied it. */
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

/** What a person has of a live. */
export interface LiveStanding {
  owned: boolean;
  free: boolean;
  /** On sale and within its dates. */
  open: boolean;
  /** False for the signed-in person that it is not meant for. */
  in_scope: boolean;
  booked: boolean;
}

export type LiveAction = 'enter' | 'replay' | 'book' | 'booked' | 'buy' | 'wait' | 'over' | 'none';

/** What the main button does. Owning outlives the sale and the scope. */
export function liveActionOf(status: LiveStatus, standing: LiveStanding): LiveAction {
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

/** A reminder may be asked for until it begins, also before buying. */
export const canBook = (status: LiveStatus, { owned, open, in_scope }: LiveStanding): boolean =>
  status === 'scheduled' && (owned || (open && in_scope));
