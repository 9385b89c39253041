import { isCallError, send } from '@cme/commons/api-client';
import { playerBeat, type Span } from '@cme/contract/study';
import { type Beat, type BeatsEvent, beatsReducer, noBeats } from './beats.reducer.ts';

/** State of the video when a beat is sent. */
export interface PlaySnapshot {
  position: number;
  rate: number;
  visible: boolean;
}
interface Callbacks {
  onAccepted(beat: Beat): void;
  /** Error code of the server: `play_moved`, `play_lapsed`, `check_open` or another. */
  onRefused(code: string | undefined, message: string): void;
  onConnection(isOffline: boolean, isTrimmed: boolean): void;
}

/**
 * Reports played spans to the server, one beat at a time and in order. While offline the spans
 * are queued; a beat whose response was lost is sent again with its number, so that it counts
 * once.
 */
export function createBeats(playToken: string, callbacks: Callbacks) {
  let state = noBeats;
  let running: Promise<void> | undefined;
  let isClosed = false;
  const dispatch = (event: BeatsEvent) => void (state = beatsReducer(state, event));

  async function sendPending(snapshot: PlaySnapshot, keepalive: boolean) {
    dispatch({ type: 'sent' });
    const { seq, inFlight } = state;
    const spans = inFlight.map(([from, to]): Span => [from, to]);
    const body = { play_token: playToken, seq, spans, at: Date.now(), ...snapshot };
    try {
      const beat = await send(playerBeat, body, { keepalive });
      const { isRetry } = state;
      dispatch({ type: 'accepted', beat, visible: snapshot.visible });
      if (isRetry) callbacks.onConnection(false, false);
      if (!isClosed) callbacks.onAccepted(beat);
    } catch (error) {
      const failure = isCallError(error) ? error : undefined;
      if (failure && failure.statusCode > 0 && failure.statusCode !== 503) {
        dispatch({ type: 'refused' });
        if (!isClosed) callbacks.onRefused(failure.code, failure.message);
        return;
      }
      dispatch({ type: 'lost' });
      if (!isClosed) callbacks.onConnection(true, state.isTrimmed);
    }
  }

  return {
    /**
     * Queues played spans and sends them, unless a beat is in flight: then they go with the next
     * one.
     */
    async beat(spans: Span[], snapshot: PlaySnapshot, keepalive = false): Promise<void> {
      dispatch({ type: 'played', spans });
      while (running) {
        await running;
        if (state.pending.length === 0) return;
      }
      running = sendPending(snapshot, keepalive).finally(() => (running = undefined));
      return running;
    },
    /** Calls no further callbacks. Resolves when the last beat has been answered. */
    close(): Promise<void> {
      isClosed = true;
      return running ?? Promise.resolve();
    },
  };
}
