import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  initialWatch,
  type WatchCommand,
  type WatchEvent,
  watchReducer,
  type WatchSnapshot,
  type WatchState,
} from './watch.reducer.ts';

const playing: WatchSnapshot = {
  position: 10,
  rate: 1,
  isPaused: false,
  isSeeking: false,
  isHidden: false,
  isFree: false,
  isInterrupted: false,
  nextCheckAt: undefined,
  maxRate: 1,
  pausesWhenHidden: true,
};
const at10: WatchState = { ...initialWatch, reach: 10, lastSecond: 10 };
const takeBack = (to: number): WatchCommand[] => [
  { type: 'cut' },
  { type: 'seek', to },
  { type: 'notify', notice: 'noSkipping' },
];
const slowDown: WatchCommand[] = [
  { type: 'setRate', to: 1 },
  { type: 'notify', notice: 'rateLimited' },
];
const leaveAndCut: WatchCommand[] = [{ type: 'cut' }, { type: 'leaveEnd' }];

describe('the watch reducer', () => {
  it.each<[string, WatchEvent['type'], Partial<WatchSnapshot>, WatchCommand[]]>([
    ['tracks while playing', 'timeupdate', { position: 10.2 }, [{ type: 'track' }]],
    ['does not track while seeking', 'timeupdate', { isSeeking: true }, []],
    ['does not track while paused', 'timeupdate', { isPaused: true }, []],
    ['reverts a jump without a seek event', 'timeupdate', { position: 14 }, takeBack(10)],
    [
      'allows a jump where skipping is free',
      'timeupdate',
      { position: 14, isFree: true },
      [{ type: 'track' }],
    ],
    [
      'pauses for a check',
      'timeupdate',
      { position: 10.1, nextCheckAt: 10 },
      [{ type: 'track' }, { type: 'pause' }],
    ],
    ['allows seeking back', 'seeking', { position: 3 }, leaveAndCut],
    ['reverts seeking ahead', 'seeking', { position: 30 }, [...leaveAndCut, ...takeBack(10)]],
    [
      'allows seeking ahead where skipping is free',
      'seeking',
      { position: 30, isFree: true },
      leaveAndCut,
    ],
    ['allows normal speed', 'ratechange', { rate: 0.75 }, []],
    ['reverts a higher speed', 'ratechange', { rate: 2 }, slowDown],
    ['allows a higher speed where it is free', 'ratechange', { rate: 2, isFree: true }, []],
    [
      'sends a beat when playing starts',
      'play',
      {},
      [{ type: 'leaveEnd' }, { type: 'track' }, { type: 'beat' }],
    ],
    ['pauses while a question is open', 'play', { isInterrupted: true }, [{ type: 'pause' }]],
    ['sends a beat on pause', 'pause', {}, [{ type: 'cut' }, { type: 'beat' }]],
    ['pauses when the page is hidden', 'visibilitychange', { isHidden: true }, [{ type: 'pause' }]],
    [
      'keeps a hidden page playing where the rules allow it',
      'visibilitychange',
      { isHidden: true, pausesWhenHidden: false },
      [],
    ],
    ['does not pause when the page becomes visible', 'visibilitychange', {}, []],
  ])('%s', (_, type, change, commands) => {
    const [, actual] = watchReducer(at10, { type } as WatchEvent, { ...playing, ...change });
    expect(actual).toEqual(commands);
  });

  it.each<[string, WatchEvent, Partial<WatchSnapshot>, Partial<WatchState>]>([
    ['extends the reach', { type: 'timeupdate' }, { position: 11 }, { reach: 11, lastSecond: 11 }],
    ['does not shrink the reach', { type: 'timeupdate' }, { position: 4 }, { lastSecond: 4 }],
    ['adopts a larger reach of the server', { type: 'reached', furthest: 25 }, {}, { reach: 25 }],
    ['ignores a smaller reach of the server', { type: 'reached', furthest: 5 }, {}, {}],
    [
      'reduces the reach after a missed check',
      { type: 'rewound', furthest: 6, to: 4 },
      {},
      { reach: 6 },
    ],
    [
      'records that the page was hidden',
      { type: 'timeupdate' },
      { position: 10, isHidden: true },
      { wasVisible: false },
    ],
  ])('%s', (_, event, change, after) => {
    const [state] = watchReducer(at10, event, { ...playing, ...change });
    const { secondsWatched } = state;
    expect(state).toEqual({ ...at10, secondsWatched, ...after });
  });

  it('pauses once for a check, and again for the next one', () => {
    let state = at10;
    const pauses = [10.5, 10.7, 10.9, 19, 20].map((position) => {
      const nextCheckAt = position < 10.8 ? 10.5 : 20;
      const step = watchReducer(
        state,
        { type: 'timeupdate' },
        { ...playing, position, nextCheckAt, isFree: true },
      );
      state = step[0];
      return step[1].some(({ type }) => type === 'pause');
    });
    expect(pauses).toEqual([true, false, false, false, true]);
  });

  it('suggests a break after an hour', () => {
    const state = { ...at10, secondsWatched: 3599 };
    const [, commands] = watchReducer(state, { type: 'timeupdate' }, { ...playing, position: 11 });
    expect(commands).toContainEqual({ type: 'notify', notice: 'rest' });
  });

  it('a new play starts with the current progress', () => {
    const [state] = watchReducer(
      { ...at10, secondsWatched: 9, hasPausedForCheck: true, wasVisible: false },
      { type: 'attached' },
      playing,
    );
    expect(state).toEqual({ ...initialWatch, reach: 10 });
  });

  it('never tracks anything beyond the furthest position in a first study', () => {
    const moves = fc.array(
      fc.tuple(
        fc.constantFrom('timeupdate' as const, 'seeking' as const),
        fc.double({ min: 0, max: 600, noNaN: true }),
      ),
    );
    fc.assert(
      fc.property(moves, (events) => {
        let state = initialWatch;
        for (const [type, position] of events) {
          const before = state.reach;
          const [next, commands] = watchReducer(state, { type }, { ...playing, position });
          if (commands.some((command) => command.type === 'track'))
            expect(position).toBeLessThanOrEqual(before + 3);
          for (const command of commands)
            if (command.type === 'seek') expect(command.to).toBe(before);
          state = next;
        }
      }),
    );
  });
});
