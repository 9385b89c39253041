import type { DataOf, playerBeat, Span } from '@cme/contract';
import { lengthOf, merged, outside } from './spans.ts';

/** Maximum seconds of study that may be sent after being offline; the server has the same limit. */
const maxPending = 5 * 60;

export type Beat = DataOf<typeof playerBeat>;

export interface BeatsState {
  /** Played but not being sent yet. */
  pending: readonly Span[];
  inFlight: readonly Span[];
  seq: number;
  /** The response to this `seq` was lost: the beat is sent again with the same number. */
  isRetry: boolean;
  /** More was played offline than may be sent. */
  isTrimmed: boolean;
}

export type BeatsEvent =
  | { type: 'played'; spans: readonly Span[] }
  | { type: 'sent' }
  | { type: 'accepted'; beat: Pick<Beat, 'ranges' | 'capped'>; visible: boolean }
  | { type: 'refused' }
  | { type: 'lost' };

export const noBeats: BeatsState = {
  pending: [],
  inFlight: [],
  seq: 1,
  isRetry: false,
  isTrimmed: false,
};

export function beatsReducer(state: BeatsState, event: BeatsEvent): BeatsState {
  switch (event.type) {
    case 'played':
      return { ...state, pending: merged([...state.pending, ...event.spans]) };
    case 'sent':
      return { ...state, pending: [], inFlight: state.pending };
    case 'accepted':
      return accepted(state, event.beat, event.visible);
    case 'refused':
      return { ...state, inFlight: [] };
    case 'lost': {
      const pending = merged([...state.inFlight, ...state.pending]);
      const isTrimmed = lengthOf(pending) > maxPending;
      return {
        ...state,
        pending: isTrimmed ? newest(pending, maxPending) : pending,
        inFlight: [],
        isRetry: true,
        isTrimmed,
      };
    }
  }
}

/**
 * Spans to send again: those that a lost response did not confirm, and those that were sent too
 * early to count in full.
 */
function accepted(
  state: BeatsState,
  { ranges, capped }: Pick<Beat, 'ranges' | 'capped'>,
  visible: boolean,
): BeatsState {
  const mayCountLater = state.isRetry || (visible && capped === 'N');
  const pending = mayCountLater
    ? newest(merged([...state.pending, ...outside(state.inFlight, ranges)]), maxPending)
    : state.pending;
  return { pending, inFlight: [], seq: state.seq + 1, isRetry: false, isTrimmed: false };
}

/** The last `seconds` of these spans. */
function newest(spans: readonly Span[], seconds: number): Span[] {
  const out: Span[] = [];
  let left = seconds;
  for (const [from, to] of [...spans].reverse()) {
    if (left <= 0) break;
    out.unshift([Math.max(from, to - left), to]);
    left -= to - from;
  }
  return out;
}
