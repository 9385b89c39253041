import { toast } from '@cme/ui';
import { maxStartGap } from '@cme/ui/hls';
import { useCallback, useEffect, useRef, useState } from 'react';
import { words } from '../../../components/words.ts';
import type { useMedia } from './use-media.ts';
import type { PlayState } from '../section/play.reducer.ts';

/** A position that the user asked for, such as that of a note. */
export interface Jump {
  section_id: string;
  second: number;
}

/**
 * Starts playback on a click, or at once if the user has already pressed play; and jumps to a
 * requested position, if the rules of the first study allow.
 */
export function usePlaybackStart(
  video: HTMLVideoElement,
  media: ReturnType<typeof useMedia>,
  { playAtOnce, jump, state }: { playAtOnce: boolean; jump: Jump | undefined; state: PlayState },
) {
  const { ready, start, want } = media;
  const [hasStarted, setStarted] = useState(false);
  /** The position to play from as soon as possible. */
  const [pendingStart, setPendingStart] = useState(playAtOnce ? start : undefined);
  const play = useCallback(
    (from: number) => {
      if (Math.abs(video.currentTime - from) > maxStartGap) video.currentTime = from;
      setStarted(true);
      // If the browser requires another user gesture, the overlay is shown again.
      void video
        .play()
        .catch((error: Error) => error.name === 'NotAllowedError' && setStarted(false));
      video.focus({ preventScroll: true });
    },
    [video],
  );
  useEffect(() => {
    if (pendingStart === undefined) return;
    if (!ready) return want(pendingStart);
    setPendingStart(undefined);
    play(pendingStart);
  }, [ready, pendingStart, play, want]);
  const beginAt = (from: number) => {
    if (ready) return play(from);
    // Some browsers only allow a later play() if a user gesture has loaded the element.
    video.load();
    setPendingStart(from);
  };
  const reachedSecond = getReach(state);
  const lastJump = useRef<Jump>(undefined);
  useEffect(() => {
    if (!jump || lastJump.current === jump) return;
    lastJump.current = jump;
    if (jump.second <= reachedSecond) setPendingStart(jump.second);
    else toast.warning(words.noSkipping);
  }, [jump, reachedSecond]);
  const reloadMedia = () => {
    // Resumes what was playing before the error.
    if (hasStarted) setPendingStart(video.currentTime);
    media.reload();
  };
  return {
    hasStarted,
    isStarting: pendingStart !== undefined,
    begin: beginAt,
    reload: reloadMedia,
  };
}

/** The farthest position that may be sought. */
const getReach = ({ entered, ledger }: PlayState): number =>
  ledger?.section_status === 'finished' || entered?.rules.allow_seek === 'Y'
    ? Infinity
    : (ledger?.furthest ?? 0) + 1;
