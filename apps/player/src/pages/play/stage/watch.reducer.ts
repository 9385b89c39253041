/** Seconds of study after which a break is suggested. */
const restAfterSeconds = 60 * 60;

/** State of the video element, the page and the server when an event occurs. */
export interface WatchSnapshot {
  position: number;
  rate: number;
  isPaused: boolean;
  isSeeking: boolean;
  isHidden: boolean;
  /** Finished sections, and courses that allow it, have no limits on seeking and speed. */
  isFree: boolean;
  /** The learner has to act: a question, or study that moved elsewhere or lapsed. */
  isInterrupted: boolean;
  nextCheckAt: number | undefined;
  maxRate: number;
  pausesWhenHidden: boolean;
}

export interface WatchState {
  /** The furthest position reached. */
  reach: number;
  secondsWatched: number;
  lastSecond: number;
  /** Already paused for the next check. */
  hasPausedForCheck: boolean;
  /** Whether the page was visible while the last spans played. */
  wasVisible: boolean;
}

export type WatchEvent =
  | { type: 'timeupdate' | 'seeking' | 'ratechange' | 'play' | 'pause' | 'visibilitychange' }
  /** A response reported the furthest position. */
  | { type: 'reached'; furthest: number }
  /** A check was missed: study is rewound. */
  | { type: 'rewound'; furthest: number; to: number }
  /** The element is connected to another play: resets what belongs to the previous one. */
  | { type: 'attached' };

export type WatchCommand =
  /** Record the position as played. */
  | { type: 'track' }
  /** The next position starts a new span. */
  | { type: 'cut' }
  | { type: 'seek'; to: number }
  | { type: 'setRate'; to: number }
  | { type: 'pause' }
  | { type: 'beat' }
  | { type: 'notify'; notice: 'noSkipping' | 'rateLimited' | 'rest' }
  /** Hides the end of the section. */
  | { type: 'leaveEnd' };

export const initialWatch: WatchState = {
  reach: 0,
  secondsWatched: 0,
  lastSecond: 0,
  hasPausedForCheck: false,
  wasVisible: true,
};

type Step = readonly [WatchState, readonly WatchCommand[]];

/**
 * The rules of the first study. The server enforces them again; here the learner gets immediate
 * feedback.
 */
export function watchReducer(state: WatchState, event: WatchEvent, snapshot: WatchSnapshot): Step {
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
      return applyPlayed(state, snapshot);
    case 'seeking':
      return [
        state,
        [
          { type: 'cut' },
          { type: 'leaveEnd' },
          ...(!snapshot.isFree && snapshot.position > state.reach + 1 ? seekBack(state) : []),
        ],
      ];
    case 'ratechange':
      if (snapshot.isFree || snapshot.rate <= snapshot.maxRate) return [state, []];
      return [
        state,
        [
          { type: 'setRate', to: snapshot.maxRate },
          { type: 'notify', notice: 'rateLimited' },
        ],
      ];
    case 'play':
      if (snapshot.isInterrupted) return [state, [{ type: 'pause' }]];
      // Tracked from here, not from the first timeupdate a quarter of a second later. The server
      // counts from here on, and a takeover by another page is detected at once.
      return [state, [{ type: 'leaveEnd' }, { type: 'track' }, { type: 'beat' }]];
    case 'pause':
      return [state, [{ type: 'cut' }, { type: 'beat' }]];
    case 'visibilitychange':
      return [state, snapshot.isHidden && snapshot.pausesWhenHidden ? [{ type: 'pause' }] : []];
  }
}

function applyPlayed(state: WatchState, snapshot: WatchSnapshot): Step {
  const { position, nextCheckAt } = snapshot;
  if (snapshot.isSeeking || snapshot.isPaused) return [state, []];
  if (!snapshot.isFree && position > state.reach + 3) return [state, seekBack(state)];
  const second = Math.floor(position);
  const secondsWatched = state.secondsWatched + (second === state.lastSecond ? 0 : 1);
  const isCheckDue = nextCheckAt !== undefined && position >= nextCheckAt;
  const commands: WatchCommand[] = [{ type: 'track' }];
  if (secondsWatched === restAfterSeconds) commands.push({ type: 'notify', notice: 'rest' });
  if (isCheckDue && !state.hasPausedForCheck) commands.push({ type: 'pause' });
  return [
    {
      reach: Math.max(state.reach, position),
      secondsWatched,
      lastSecond: second,
      hasPausedForCheck: nextCheckAt === undefined ? state.hasPausedForCheck : isCheckDue,
      wasVisible: !snapshot.isHidden,
    },
    commands,
  ];
}

const seekBack = ({ reach }: WatchState): WatchCommand[] => [
  { type: 'cut' },
  { type: 'seek', to: reach },
  { type: 'notify', notice: 'noSkipping' },
];
