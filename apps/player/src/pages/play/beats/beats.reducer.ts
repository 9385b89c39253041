import type { DataOf } from '@cme/contract/base';
import type { playerBeat, Span } from '@cme/contract/study';
import { sumSpans, mergeSpans, subtractSpans } from './spans.ts';

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
      return { ...state, pending: mergeSpans([...state.pending, ...event.spans]) };
    case 'sent':
      return { ...state, pending: [], inFlight: state.pending };
    case 'accepted':
      return applyAccepted(state, event.beat, event.visible);
    case 'refused':
      return { ...state, inFlight: [] };
    case 'lost': {
      const pending = mergeSpans([...state.inFlight, ...state.pending]);
      const isTrimmed = sumSpans(pending) > maxPending;
      return {
        ...state,
        pending: isTrimmed ? keepNewest(pending, maxPending) : pending,
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
function applyAccepted(
  state: BeatsState,
  { ranges, capped }: Pick<Beat, 'ranges' | 'capped'>,
  visible: boolean,
): BeatsState {
  const mayCountLater = state.isRetry || (visible && capped === 'N');
  const pending = mayCountLater
    ? keepNewest(
        mergeSpans([...state.pending, ...subtractSpans(state.inFlight, ranges)]),
        maxPending,
      )
    : state.pending;
  return { pending, inFlight: [], seq: state.seq + 1, isRetry: false, isTrimmed: false };
}

/** The last `seconds` of these spans. */
function keepNewest(spans: readonly Span[], seconds: number): Span[] {
  const kept: Span[] = [];
  let secondsLeft = seconds;
  for (const [from, to] of [...spans].reverse()) {
    if (secondsLeft <= 0) break;
    kept.unshift([Math.max(from, to - secondsLeft), to]);
    secondsLeft -= to - from;
  }
  return kept;
}
