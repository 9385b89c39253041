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
  const { ready, start } = media;
  const [hasBegun, setBegun] = useState(false);
  const [isAwaited, setAwaited] = useState(playAtOnce);
  const begin = useCallback(
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
    if (!ready || !isAwaited) return;
    setAwaited(false);
    begin(start);
  }, [ready, isAwaited, begin, start]);
  const reached = reachOf(state);
  const done = useRef<Jump>(undefined);
  useEffect(() => {
    if (!ready || !jump || done.current === jump) return;
    done.current = jump;
    if (jump.second <= reached) begin(jump.second);
    else toast.warning(words.noSkipping);
  }, [ready, jump, reached, begin]);
  const reload = () => {
    // What played before it broke plays on.
    setAwaited(hasBegun);
    void media.reload();
  };
  return { hasBegun, isAwaited, begin, reload };
}

/** As far as may be gone to. */
const reachOf = ({ entered, ledger }: PlayState): number =>
  ledger?.section_status === 'finished' || entered?.rules.allow_seek === 'Y'
    ? Infinity
    : (ledger?.furthest ?? 0) + 1;
