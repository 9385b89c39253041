/** Seconds of study after which a rest is suggested. */
const restAfter = 60 * 60;

/** The video element, the page and what the server has said, when something happens. */
export interface WatchSnapshot {
  position: number;
  rate: number;
  isPaused: boolean;
  isSeeking: boolean;
  isHidden: boolean;
  /** Finished sections, and courses that allow it, may be sought and sped up at will. */
  isFree: boolean;
  /** Something waits for the learner: a question, or study that moved elsewhere or lapsed. */
  isInterrupted: boolean;
  nextCheckAt: number | undefined;
  maxRate: number;
  pausesWhenHidden: boolean;
}

export interface WatchState {
  /** The farthest second that was reached. */
  reach: number;
  secondsWatched: number;
  lastSecond: number;
  /** Paused for the next check already. */
  hasPausedForCheck: boolean;
  /** Whether the page was seen while the last spans played. */
  wasVisible: boolean;
}

export type WatchEvent =
  | { type: 'timeupdate' | 'seeking' | 'ratechange' | 'play' | 'pause' | 'visibilitychange' }
  /** A reply said how far study has come. */
  | { type: 'reached'; furthest: number }
  /** A check was missed: study goes back. */
  | { type: 'rewound'; furthest: number; to: number }
  /** The element is tied to a play: what belongs to the play before begins anew. */
  | { type: 'attached' };

export type WatchCommand =
  /** Note the position as played. */
  | { type: 'track' }
  /** What comes next belongs to another span. */
  | { type: 'cut' }
  | { type: 'seek'; to: number }
  | { type: 'setRate'; to: number }
  | { type: 'pause' }
  | { type: 'beat' }
  | { type: 'notify'; notice: 'noSkipping' | 'rateLimited' | 'rest' }
  /** The end of the section is no longer shown. */
  | { type: 'leaveEnd' };

export const initialWatch: WatchState = {
  reach: 0,
  secondsWatched: 0,
  lastSecond: 0,
  hasPausedForCheck: false,
  wasVisible: true,
};

type Step = readonly [WatchState, readonly WatchCommand[]];

/** The rules of the first study. The server judges all of it again; here the learner only sees
 * the rule at once. */
export function watchReducer(state: WatchState, event: WatchEvent, now: WatchSnapshot): Step {
  switch (event.type) {
    case 'attached':
      return [{ ...initialWatch, reach: state.reach }, []];
    case 'reached':
      return [{ ...state, reach: Math.max(state.reach, event.furthest) }, []];
    case 'rewound':
      return [
        { ...state, reach: Math.min(state.reach, event.furthest) },
        [{ type: 'seek', to: event.to }],
      ];
    case 'timeupdate':
      return played(state, now);
    case 'seeking':
      return [
        state,
        [
          { type: 'cut' },
          { type: 'leaveEnd' },
          ...(!now.isFree && now.position > state.reach + 1 ? takeBack(state) : []),
        ],
      ];
    case 'ratechange':
      if (now.isFree || now.rate <= now.maxRate) return [state, []];
      return [
        state,
        [
          { type: 'setRate', to: now.maxRate },
          { type: 'notify', notice: 'rateLimited' },
        ],
      ];
    case 'play':
      if (now.isInterrupted) return [state, [{ type: 'pause' }]];
      // Tracked from here, not from the first report of the picture a quarter of a second later.
      // The server counts from here on; and whether another page plays by now is known at once.
      return [state, [{ type: 'leaveEnd' }, { type: 'track' }, { type: 'beat' }]];
    case 'pause':
      return [state, [{ type: 'cut' }, { type: 'beat' }]];
    case 'visibilitychange':
      return [state, now.isHidden && now.pausesWhenHidden ? [{ type: 'pause' }] : []];
  }
}

function played(state: WatchState, now: WatchSnapshot): Step {
  const { position, nextCheckAt } = now;
  if (now.isSeeking || now.isPaused) return [state, []];
  if (!now.isFree && position > state.reach + 3) return [state, takeBack(state)];
  const second = Math.floor(position);
  const secondsWatched = state.secondsWatched + (second === state.lastSecond ? 0 : 1);
  const isCheckDue = nextCheckAt !== undefined && position >= nextCheckAt;
  const commands: WatchCommand[] = [{ type: 'track' }];
  if (secondsWatched === restAfter) commands.push({ type: 'notify', notice: 'rest' });
  if (isCheckDue && !state.hasPausedForCheck) commands.push({ type: 'pause' });
  return [
    {
      reach: Math.max(state.reach, position),
      secondsWatched,
      lastSecond: second,
      hasPausedForCheck: nextCheckAt === undefined ? state.hasPausedForCheck : isCheckDue,
      wasVisible: !now.isHidden,
    },
    commands,
  ];
}

const takeBack = ({ reach }: WatchState): WatchCommand[] => [
  { type: 'cut' },
  { type: 'seek', to: reach },
  { type: 'notify', notice: 'noSkipping' },
];
