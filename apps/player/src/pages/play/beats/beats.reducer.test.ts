import type { Span } from '@cme/contract/study';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BeatsEvent, beatsReducer, type BeatsState, noBeats } from './beats.reducer.ts';
import { sumSpans, mergeSpans, subtractSpans } from './spans.ts';

const accepted = (ranges: Span[], change: { visible?: boolean; capped?: 'Y' | 'N' } = {}) => {
  const { visible = true, capped = 'N' } = change;
  return { type: 'accepted', beat: { ranges, capped }, visible } as const;
};

describe('the beats reducer', () => {
  it.each<[string, Partial<BeatsState>, BeatsEvent, Partial<BeatsState>]>([
    [
      'merge played spans',
      { pending: [[0, 5]] },
      { type: 'played', spans: [[5, 9]] },
      { pending: [[0, 9]] },
    ],
    [
      'are sent with all pending spans',
      { pending: [[0, 5]] },
      { type: 'sent' },
      { pending: [], inFlight: [[0, 5]] },
    ],
    [
      'are confirmed by a response and continue with the next number',
      { inFlight: [[0, 5]], seq: 3 },
      accepted([[0, 5]]),
      { inFlight: [], seq: 4 },
    ],
    [
      'resend spans that came too early',
      { inFlight: [[0, 15]] },
      accepted([[0, 9]]),
      { inFlight: [], seq: 2, pending: [[9, 15]] },
    ],
    [
      'do not resend spans above the daily limit',
      { inFlight: [[0, 15]] },
      accepted([[0, 9]], { capped: 'Y' }),
      { inFlight: [], seq: 2 },
    ],
    [
      'do not resend spans of a hidden page',
      { inFlight: [[0, 15]] },
      accepted([[0, 9]], { visible: false }),
      { inFlight: [], seq: 2 },
    ],
    [
      'after a lost response resend what is missing',
      { inFlight: [[0, 15]], isRetry: true },
      accepted([[0, 9]], { visible: false }),
      { inFlight: [], seq: 2, isRetry: false, pending: [[9, 15]] },
    ],
    [
      'are kept when lost, with the same number',
      { inFlight: [[0, 5]], pending: [[7, 9]], seq: 3 },
      { type: 'lost' },
      {
        inFlight: [],
        pending: [
          [0, 5],
          [7, 9],
        ],
        isRetry: true,
      },
    ],
    [
      'keep the latest five minutes',
      { inFlight: [[0, 400]] },
      { type: 'lost' },
      { inFlight: [], pending: [[100, 400]], isRetry: true, isTrimmed: true },
    ],
    ['drop refused spans', { inFlight: [[0, 5]] }, { type: 'refused' }, { inFlight: [] }],
  ])('%s', (_, before, event, change) => {
    const state = { ...noBeats, ...before };
    expect(beatsReducer(state, event)).toEqual({ ...state, ...change });
  });

  it('loses no played time, whatever happens to each beat', () => {
    const fate = fc.constantFrom('accepted', 'reply lost', 'request lost');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fate)), (beats) => {
        let state = noBeats;
        let server: Span[] = [];
        let end = 0;
        const send = (becomes: string) => {
          state = beatsReducer(state, { type: 'sent' });
          if (becomes !== 'request lost') server = mergeSpans([...server, ...state.inFlight]);
          const event: BeatsEvent = becomes === 'accepted' ? accepted(server) : { type: 'lost' };
          state = beatsReducer(state, event);
        };
        for (const [seconds, becomes] of beats.slice(0, 14)) {
          state = beatsReducer(state, { type: 'played', spans: [[end, end + seconds]] });
          end += seconds;
          send(becomes);
        }
        send('accepted');
        expect(subtractSpans([[0, end]], server)).toEqual([]);
        expect(sumSpans(state.pending)).toBe(0);
      }),
    );
  });
});
