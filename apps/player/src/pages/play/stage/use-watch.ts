import { toast } from '@cme/ui';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { addListeners } from '../../../components/listen.ts';
import { words } from '../../../components/words.ts';
import { createTrack } from '../beats/spans.ts';
import type { Entered, usePlay } from '../section/use-play.ts';
import {
  initialWatch,
  type WatchCommand,
  type WatchEvent,
  watchReducer,
  type WatchSnapshot,
} from './watch.reducer.ts';

const elementEvents = ['timeupdate', 'seeking', 'ratechange', 'pause', 'play'] as const;

/**
 * Connects the video element to the ledger: records played spans and enforces the rules of the
 * first study.
 */
export function useWatch(
  element: HTMLVideoElement,
  { play, beat }: ReturnType<typeof usePlay>,
  entered: Entered,
  ready: boolean,
) {
  const { ledger, interruption, offline } = play;
  const [ended, setEnded] = useState(false);
  const track = useRef(createTrack());
  const state = useRef(initialWatch);
  const latest = useRef({ ledger, interruption, offline });
  latest.current = { ledger, interruption, offline };

  const sendBeat = useCallback(
    (keepalive = false) =>
      beat(
        track.current.take(),
        {
          position: element.currentTime,
          rate: element.playbackRate,
          // Visibility while the spans played: a page that is being hidden still reports what was
          // watched before.
          visible: state.current.wasVisible,
        },
        keepalive,
      ),
    [beat, element],
  );
  const dispatch = useCallback(
    (event: WatchEvent) => {
      const snapshot = createSnapshot(element, entered, latest.current);
      const [nextState, commands] = watchReducer(state.current, event, snapshot);
      state.current = nextState;
      for (const command of commands)
        if (command.type === 'beat') void sendBeat();
        else if (command.type === 'leaveEnd') setEnded(false);
        else if (command.type === 'notify') showNotice(command.notice);
        else applyCommands(element, track.current, command);
    },
    [element, entered, sendBeat],
  );
  dispatch({ type: 'reached', furthest: ledger?.furthest ?? 0 });

  // A layout effect, so that the last beat is sent before the play is ended.
  useLayoutEffect(() => {
    if (!ready) return;
    track.current = createTrack();
    dispatch({ type: 'attached' });
    if (isAheadOf(entered, element.currentTime))
      dispatch({ type: 'rewound', furthest: entered.furthest, to: entered.furthest });
    // What is shown at the end depends on whether the server counts the last seconds.
    const onEnded = () => void sendBeat().then(() => setEnded(element.ended));
    const timer = setInterval(() => {
      // At the end the server may count spans that came too early a little later.
      const isUnfinished = element.ended && latest.current.ledger?.section_status !== 'finished';
      if (!element.paused || latest.current.offline || isUnfinished) void sendBeat();
    }, entered.rules.beat_seconds * 1000);
    const unlisten = addListeners([
      ...elementEvents.map((type) => [element, type, () => dispatch({ type })] as const),
      [element, 'ended', onEnded],
      [document, 'visibilitychange', () => dispatch({ type: 'visibilitychange' })],
      [globalThis, 'pagehide', () => void sendBeat(true)],
      [globalThis, 'online', () => void sendBeat()],
    ]);
    return () => {
      clearInterval(timer);
      unlisten();
      void sendBeat(true);
    };
  }, [element, entered, ready, sendBeat, dispatch]);

  useInterruption(element, Boolean(interruption ?? ledger?.open_check));
  const { rewind_to: to, furthest = 0 } = ledger ?? {};
  useEffect(() => {
    if (to !== undefined) dispatch({ type: 'rewound', furthest, to });
  }, [to, furthest, dispatch]);

  return { ended };
}

/** Entered again after a pause: what was not reported in time is watched again. */
const isAheadOf = ({ furthest, section_status, rules }: Entered, position: number) =>
  section_status !== 'finished' && rules.allow_seek !== 'Y' && position > furthest + 1;

function createSnapshot(
  element: HTMLVideoElement,
  { rules }: Entered,
  { ledger, interruption }: Pick<ReturnType<typeof usePlay>['play'], 'ledger' | 'interruption'>,
): WatchSnapshot {
  return {
    position: element.currentTime,
    rate: element.playbackRate,
    isPaused: element.paused,
    isSeeking: element.seeking,
    // Picture-in-picture counts as visible where the centre allows it.
    isHidden: document.visibilityState === 'hidden' && document.pictureInPictureElement !== element,
    isFree: ledger?.section_status === 'finished' || rules.allow_seek === 'Y',
    isInterrupted: Boolean(interruption ?? ledger?.open_check),
    nextCheckAt: ledger?.next_check_at,
    maxRate: rules.max_rate,
    pausesWhenHidden: rules.pause_hidden === 'Y',
  };
}

function applyCommands(
  element: HTMLVideoElement,
  track: ReturnType<typeof createTrack>,
  command: Extract<WatchCommand, { type: 'track' | 'cut' | 'seek' | 'setRate' | 'pause' }>,
) {
  switch (command.type) {
    case 'track':
      return track.at(element.currentTime, element.playbackRate);
    case 'cut':
      return track.cut();
    case 'seek':
      element.currentTime = command.to;
      return;
    case 'setRate':
      element.playbackRate = command.to;
      return;
    case 'pause':
      return element.pause();
  }
}

function showNotice(notice: Extract<WatchCommand, { type: 'notify' }>['notice']) {
  if (notice === 'noSkipping') toast.warning(words.noSkipping);
  else toast.info(words[notice]);
}

/** Pauses while the learner has to answer something, and resumes after it. */
function useInterruption(video: HTMLVideoElement, isInterrupted: boolean) {
  const wasInterrupted = useRef(false);
  useEffect(() => {
    if (isInterrupted) {
      video.pause();
      // In full screen the dialog would be invisible.
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    } else if (wasInterrupted.current) void video.play().catch(() => undefined);
    wasInterrupted.current = isInterrupted;
  }, [isInterrupted, video]);
}
