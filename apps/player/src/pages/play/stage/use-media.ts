import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../../../components/words.ts';
import { atAddress, attach, type MediaAddress } from '@cme/ui/hls';
import type { Entered } from '../section/use-play.ts';

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
  address: MediaAddress,
  isStanding: boolean,
) {
  const startSecond = useRef(Math.min(entered.resume_at, Math.max(0, entered.seconds - 1)));
  const from = useRef(startSecond.current);
  const [isWanted, setWanted] = useState(false);
  const [ready, setReady] = useState(false);
  const [broken, setBroken] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useLayoutEffect(() => {
    video.dataset['start'] = String(startSecond.current);
  }, [video, entered]);
  const { subtitles_url, poster } = entered;
  const captions = useRef(subtitles_url);
  useLayoutEffect(() => {
    const track = createCaptions(captions.current, address);
    if (track) video.append(track);
    return () => track?.remove();
  }, [video, address]);

  // Until then the overlay hides it.
  useLayoutEffect(() => {
    video.poster = '';
    let isCancelled = false;
    if (isWanted && poster)
      void address.current().then((url) => {
        if (!isCancelled) video.poster = atAddress(poster, url);
      });
    return () => {
      isCancelled = true;
    };
  }, [video, address, poster, isWanted]);

  useEffect(() => {
    if (!isWanted || !isStanding) return;
    let isCancelled = false;
    let detach: (() => void) | undefined;
    const onLoaded = () => {
      setReady(true);
      setBroken(false);
    };
    video.addEventListener('canplay', onLoaded);
    setReady(false);
    setBroken(false);
    const onFailed = () => {
      setReady(false);
      setBroken(true);
    };
    attach(video, address, from.current, { onFailed }).then((stop) => {
      if (isCancelled) stop();
      else detach = stop;
    }, onFailed);
    return () => {
      isCancelled = true;
      video.removeEventListener('canplay', onLoaded);
      detach?.();
    };
  }, [video, address, attempt, isWanted, isStanding]);

  const requestSecond = useCallback((second: number) => {
    from.current = second;
    setWanted(true);
  }, []);
  const reload = useCallback(() => {
    startSecond.current = video.currentTime || startSecond.current;
    from.current = startSecond.current;
    address.refuse();
    setAttempt((before) => before + 1);
  }, [video, address]);

  return { ready, broken, start: startSecond.current, want: requestSecond, reload };
}

function createCaptions(url: string, address: MediaAddress): HTMLTrackElement | undefined {
  if (!url) return undefined;
  const track = Object.assign(document.createElement('track'), {
    kind: 'captions',
    srclang: 'zh-CN',
    label: words.captions,
    src: url,
  });
  // They load when they are switched on, which may be later than their address lives.
  const renew = async () => {
    address.refuse(track.src);
    track.src = atAddress(url, await address.current());
  };
  track.addEventListener('error', () => void renew(), { once: true });
  return track;
}
