import { isCallFailed, send } from '@cme/commons/api-client';
import { playerBeat, type Span } from '@cme/contract';
import { type Beat, type BeatsEvent, beatsReducer, noBeats } from './beats.reducer.ts';

/** Where the picture stands when a beat is sent. */
export interface PlaySnapshot {
  position: number;
  rate: number;
  visible: boolean;
}
interface Callbacks {
  onAccepted(beat: Beat): void;
  /** The server's word: `play_moved`, `play_lapsed`, `check_open` or another. */
  onRefused(code: string | undefined, message: string): void;
  onConnection(isOffline: boolean, isTrimmed: boolean): void;
}

/** Tells the server what was watched, one beat at a time and in order. While the network is away
 * the spans wait here; a beat whose reply was lost goes out again under its own number, so that
 * it counts once. */
export function openBeats(playToken: string, callbacks: Callbacks) {
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
      const failure = isCallFailed(error) ? error : undefined;
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
    /** Adds what was watched and sends it, unless a beat is on its way: then it goes with the
     * next. */
    async beat(spans: Span[], snapshot: PlaySnapshot, keepalive = false): Promise<void> {
      dispatch({ type: 'played', spans });
      while (running) {
        await running;
        if (state.pending.length === 0) return;
      }
      running = sendPending(snapshot, keepalive).finally(() => (running = undefined));
      return running;
    },
    /** No callback is called any more. Resolves when the last beat is answered. */
    close(): Promise<void> {
      isClosed = true;
      return running ?? Promise.resolve();
    },
  };
}
