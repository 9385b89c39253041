import { isCallFailed, send } from '@cme/commons/api-client';
import { playerBeat, type DataOf, type Span } from '@cme/contract';
import { lengthOf, merged, outside } from './spans.ts';

/** Longest stretch that may be told after the network was away; the server keeps the same bound. */
const keptSeconds = 5 * 60;

export type Beat = DataOf<typeof playerBeat>;
export interface Now {
  position: number;
  rate: number;
  visible: boolean;
}
interface Ears {
  accepted(beat: Beat): void;
  /** The server's word: `play_moved`, `play_lapsed`, `check_open` or another. */
  refused(code: string | undefined, message: string): void;
  offline(isOffline: boolean, dropped: boolean): void;
}

/** Tells the server what was watched, one beat at a time and in order. While the network is away
 * the spans wait here; a beat whose answer was lost goes out again under its own number, so that
 * it counts once. */
export function openBeats(playToken: string, ears: Ears) {
  let waiting: Span[] = [];
  let seq = 1;
  let retrying = false;
  let running: Promise<void> | undefined;
  let closed = false;

  async function tell(spans: Span[], now: Now, keepalive: boolean) {
    try {
      const beat = await send(
        playerBeat,
        { play_token: playToken, seq, spans, at: Date.now(), ...now },
        { keepalive },
      );
      // Told again: what an answer that was lost did not cover, and what came too early to count in
      // full.
      if (retrying || (now.visible && beat.capped === 'N'))
        waiting = newest(merged([...waiting, ...outside(spans, beat.ranges)]), keptSeconds);
      if (retrying) ears.offline(false, false);
      retrying = false;
      seq += 1;
      if (!closed) ears.accepted(beat);
    } catch (error) {
      const failure = isCallFailed(error) ? error : undefined;
      if (failure && failure.statusCode > 0 && failure.statusCode !== 503) {
        if (!closed) ears.refused(failure.code, failure.message);
        return;
      }
      retrying = true;
      waiting = merged([...spans, ...waiting]);
      const dropped = lengthOf(waiting) > keptSeconds;
      if (dropped) waiting = newest(waiting, keptSeconds);
      if (!closed) ears.offline(true, dropped);
    }
  }

  return {
    /** Adds what was watched and sends it, unless a beat is on its way: then it goes with the
     * next. */
    async beat(spans: Span[], now: Now, keepalive = false): Promise<void> {
      waiting = merged([...waiting, ...spans]);
      if (running) {
        await running;
        if (waiting.length === 0) return;
      }
      const batch = waiting;
      waiting = [];
      running = tell(batch, now, keepalive).finally(() => (running = undefined));
      return running;
    },
    /** Nobody listens any more. Resolves when the last beat is told. */
    close(): Promise<void> {
      closed = true;
      return running ?? Promise.resolve();
    },
  };
}

function newest(spans: Span[], seconds: number): Span[] {
  const kept: Span[] = [];
  let left = seconds;
  for (const [from, to] of [...spans].reverse()) {
    if (left <= 0) break;
    kept.unshift([Math.max(from, to - left), to]);
    left -= to - from;
  }
  return kept;
}
