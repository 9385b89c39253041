import { isCallError, send } from '@cme/commons/api-client';
import { liveBeat } from '@cme/contract/study/live-room';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { roomQuery } from './live.queries.ts';

/** Polling interval while there is no stream. */
const waitingMs = 5000;

interface Watching {
  id: string;
  isLiving: boolean;
  onAir: boolean;
  beatSeconds: number;
}

/** Reports that the learner is watching; only the server counts the time. */
export function usePresence({ id, isLiving, onAir, beatSeconds }: Watching) {
  const client = useQueryClient();
  const video = useRef<HTMLVideoElement>(null);
  const [isMoved, setMoved] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const hasPlayed = useRef(false);

  const beat = useCallback(
    async (force = false) => {
      const element = video.current;
      // Until the stream has loaded nothing is visible, so no time counts.
      const isPlaying =
        force ||
        (element &&
          !element.paused &&
          element.readyState > 0 &&
          document.visibilityState === 'visible');
      try {
        const beat = await send(liveBeat, {
          id,
          playing: isPlaying ? 'Y' : 'N',
          force: force ? 'Y' : 'N',
          begins: isPlaying && !hasPlayed.current ? 'Y' : 'N',
        });
        setOffline(false);
        if (isPlaying) {
          hasPlayed.current = true;
          // Beats of a page that does not play are always accepted.
          setMoved(false);
        }
        client.setQueryData(roomQuery(id).queryKey, (room) => room && { ...room, ...beat });
      } catch (error) {
        const code = isCallError(error) ? error.code : undefined;
        if (code === 'play_moved') {
          element?.pause();
          setMoved(true);
        } else setOffline(!isCallError(error) || !isRefused(error.statusCode));
      }
    },
    [client, id],
  );

  useEffect(() => {
    const checkVisible = () =>
      void (isLiving && document.visibilityState === 'visible'
        ? beat()
        : client.invalidateQueries({ queryKey: roomQuery(id).queryKey }));
    const timer = setInterval(checkVisible, isLiving && onAir ? beatSeconds * 1000 : waitingMs);
    if (isLiving) checkVisible();
    window.addEventListener('online', checkVisible);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', checkVisible);
    };
  }, [client, id, isLiving, onAir, beatSeconds, beat]);

  return { video, beat, isMoved, isOffline };
}

/** An answer that is not due to the network or the server's health. */
const isRefused = (statusCode: number) => statusCode >= 400 && statusCode < 500;
