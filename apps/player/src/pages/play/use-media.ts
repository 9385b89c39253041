import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../../words.ts';
import { attach } from '@cme/ui/hls';
import type { Entered } from './use-play.ts';

/**
 * The video element of the page. It is reused across sections, so that playback with sound that a
 * user gesture has unlocked may continue in the next one.
 */
export function createVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  Object.assign(video, {
    slot: 'media',
    playsInline: true,
    preload: 'none',
    crossOrigin: 'anonymous',
    tabIndex: 0,
  });
  video.setAttribute('playsinline', '');
  video.setAttribute('aria-label', words.picture);
  return video;
}

/** The current position, or the start position before playback. */
export const getSecond = (video: HTMLVideoElement): number =>
  video.currentTime || Number(video.dataset['start'] ?? 0);

/**
 * Loads the media of a section into the element. Nothing loads before the user presses play, and
 * before the element is in the document.
 */
export function useMedia(
  video: HTMLVideoElement,
  entered: Entered,
  freshMedia: () => Promise<string | undefined>,
  isStanding: boolean,
) {
  const startSecond = useRef(Math.min(entered.resume_at, Math.max(0, entered.seconds - 1)));
  const from = useRef(startSecond.current);
  const [isWanted, setWanted] = useState(false);
  const [ready, setReady] = useState(false);
  const [broken, setBroken] = useState(false);
  // A new object for each load, since the same URL may be loaded again.
  const [source, setSource] = useState({ url: entered.media_url });

  useLayoutEffect(() => {
    video.dataset['start'] = String(startSecond.current);
    const track = createCaptions(entered);
    if (track) video.append(track);
    return () => track?.remove();
  }, [video, entered]);

  // Until then the overlay hides it.
  useLayoutEffect(() => {
    video.poster = isWanted ? entered.poster : '';
  }, [video, entered, isWanted]);

  useEffect(() => {
    if (!isWanted || !isStanding) return;
    let isCancelled = false;
    let detach: (() => void) | undefined;
    const onLoaded = () => setReady(true);
    video.addEventListener('canplay', onLoaded);
    setReady(false);
    setBroken(false);
    const onFailed = () => {
      setReady(false);
      setBroken(true);
    };
    attach(video, source.url, from.current, { onFailed }).then((stop) => {
      if (isCancelled) stop();
      else detach = stop;
    }, onFailed);
    return () => {
      isCancelled = true;
      video.removeEventListener('canplay', onLoaded);
      detach?.();
    };
  }, [video, source, isWanted, isStanding]);

  const requestSecond = useCallback((second: number) => {
    from.current = second;
    setWanted(true);
  }, []);
  const reload = useCallback(async () => {
    startSecond.current = video.currentTime || startSecond.current;
    from.current = startSecond.current;
    const freshUrl = await freshMedia().catch(() => undefined);
    setSource(({ url }) => ({ url: freshUrl ?? url }));
  }, [video, freshMedia]);

  return { ready, broken, start: startSecond.current, want: requestSecond, reload };
}

function createCaptions({ subtitles_url }: Entered): HTMLTrackElement | undefined {
  if (!subtitles_url) return undefined;
  return Object.assign(document.createElement('track'), {
    kind: 'captions',
    srclang: 'zh-CN',
    label: words.captions,
    src: subtitles_url,
  });
}
