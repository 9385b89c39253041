import type { LiveStatus } from '@cme/contract';

export interface LiveFacts {
  begin_at: Date;
  finish_at: Date;
  ended_at: Date | null;
  recorded_at: Date | null;
  replay_id: string | null;
  canceled_at: Date | null;
}

/** The state at a moment, from what has happened and the clock: nothing has to come in time for
 * it to be right. */
export function liveStatusAt(live: LiveFacts, now: Date): LiveStatus {
  if (live.canceled_at) return 'canceled';
  if (live.replay_id) return 'replay';
  if (live.recorded_at) return 'transcoding';
  if (now >= (live.ended_at ?? live.finish_at)) return 'ended';
  return now >= live.begin_at ? 'living' : 'scheduled';
}

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
