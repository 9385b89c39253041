import { toast } from '@cme/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { words } from '../../words.ts';
import type { useMedia } from './use-media.ts';
import type { PlayState } from './play.reducer.ts';

/** A place that a person asked for, such as that of a note. */
export interface Jump {
  section_id: string;
  second: number;
}

/** Begins to play when a person asks, or at once where one has asked already; and plays on from a
 * place that was asked for, where the rules of the first study let it. */
export function useBegin(
  video: HTMLVideoElement,
  media: ReturnType<typeof useMedia>,
  { playAtOnce, jump, state }: { playAtOnce: boolean; jump: Jump | undefined; state: PlayState },
) {
  const { ready, start, want } = media;
  const [hasBegun, setBegun] = useState(false);
  /** The second from which to play as soon as it can be played. */
  const [awaited, setAwaited] = useState(playAtOnce ? start : undefined);
  const play = useCallback(
    (from: number) => {
      if (Math.abs(video.currentTime - from) > 0.5) video.currentTime = from;
      setBegun(true);
      // Where the browser wants another touch, the panel asks for it.
      void video
        .play()
        .catch((error: Error) => error.name === 'NotAllowedError' && setBegun(false));
      video.focus({ preventScroll: true });
    },
    [video],
  );
  useEffect(() => {
    if (awaited === undefined) return;
    if (!ready) return want(awaited);
    setAwaited(undefined);
    play(awaited);
  }, [ready, awaited, play, want]);
  const begin = (from: number) => {
    if (ready) return play(from);
    // Some browsers let an element play later only where a touch has loaded it.
    video.load();
    setAwaited(from);
  };
  const reached = reachOf(state);
  const done = useRef<Jump>(undefined);
  useEffect(() => {
    if (!jump || done.current === jump) return;
    done.current = jump;
    if (jump.second <= reached) setAwaited(jump.second);
    else toast.warning(words.noSkipping);
  }, [jump, reached]);
  const reload = () => {
    // What played before it broke plays on.
    if (hasBegun) setAwaited(video.currentTime);
    void media.reload();
  };
  return { hasBegun, isAwaited: awaited !== undefined, begin, reload };
}

/** As far as may be gone to. */
const reachOf = ({ entered, ledger }: PlayState): number =>
  ledger?.section_status === 'finished' || entered?.rules.allow_seek === 'Y'
    ? Infinity
    : (ledger?.furthest ?? 0) + 1;
