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
    ['what plays is tracked', 'timeupdate', { position: 10.2 }, [{ type: 'track' }]],
    ['but not while it is sought', 'timeupdate', { isSeeking: true }, []],
    ['nor while it stands', 'timeupdate', { isPaused: true }, []],
    ['a jump without a seek is taken back', 'timeupdate', { position: 14 }, takeBack(10)],
    [
      'and not where skipping is free',
      'timeupdate',
      { position: 14, isFree: true },
      [{ type: 'track' }],
    ],
    [
      'the check stops it',
      'timeupdate',
      { position: 10.1, nextCheckAt: 10 },
      [{ type: 'track' }, { type: 'pause' }],
    ],
    ['a seek back is free', 'seeking', { position: 3 }, leaveAndCut],
    ['a seek ahead is taken back', 'seeking', { position: 30 }, [...leaveAndCut, ...takeBack(10)]],
    ['unless skipping is free', 'seeking', { position: 30, isFree: true }, leaveAndCut],
    ['the ordinary speed is free', 'ratechange', { rate: 0.75 }, []],
    ['a higher one is taken back', 'ratechange', { rate: 2 }, slowDown],
    ['unless speed is free', 'ratechange', { rate: 2, isFree: true }, []],
    [
      'playing is told at once',
      'play',
      {},
      [{ type: 'leaveEnd' }, { type: 'track' }, { type: 'beat' }],
    ],
    ['and stopped while something is asked', 'play', { isInterrupted: true }, [{ type: 'pause' }]],
    ['a stop is told', 'pause', {}, [{ type: 'cut' }, { type: 'beat' }]],
    ['a hidden page stops', 'visibilitychange', { isHidden: true }, [{ type: 'pause' }]],
    ['where the rules say so', 'visibilitychange', { isHidden: true, pausesWhenHidden: false }, []],
    ['a page that is seen again does not', 'visibilitychange', {}, []],
  ])('%s', (_, type, change, commands) => {
    const [, actual] = watchReducer(at10, { type } as WatchEvent, { ...playing, ...change });
    expect(actual).toEqual(commands);
  });

  it.each<[string, WatchEvent, Partial<WatchSnapshot>, Partial<WatchState>]>([
    ['reach grows', { type: 'timeupdate' }, { position: 11 }, { reach: 11, lastSecond: 11 }],
    ['reach does not shrink', { type: 'timeupdate' }, { position: 4 }, { lastSecond: 4 }],
    ['a reply may know more', { type: 'reached', furthest: 25 }, {}, { reach: 25 }],
    ['or less', { type: 'reached', furthest: 5 }, {}, {}],
    ['a missed check takes it back', { type: 'rewound', furthest: 6, to: 4 }, {}, { reach: 6 }],
    [
      'a hidden page is noted',
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
