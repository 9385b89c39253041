import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../../words.ts';
import { attach } from '@cme/ui/hls';
import type { Entered } from './use-play.ts';

/** The one video element of a page. It outlives its sections, so that what a person's touch has
 * allowed to play with sound may play on in the next one. */
export function newVideo(): HTMLVideoElement {
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

/** The second that is shown, or would be. */
export const secondOf = (video: HTMLVideoElement): number =>
  video.currentTime || Number(video.dataset['start'] ?? 0);

/** A section's video in the element. Nothing of it is loaded before somebody wants to see it, and
 * nothing before the picture stands in the page. */
export function useMedia(
  video: HTMLVideoElement,
  entered: Entered,
  freshMedia: () => Promise<string | undefined>,
  isStanding: boolean,
) {
  const start = useRef(Math.min(entered.resume_at, Math.max(0, entered.seconds - 1)));
  const from = useRef(start.current);
  const [isWanted, setWanted] = useState(false);
  const [ready, setReady] = useState(false);
  const [broken, setBroken] = useState(false);
  // One object for each loading: the same address may be loaded again.
  const [source, setSource] = useState({ url: entered.media_url });

  useLayoutEffect(() => {
    video.dataset['start'] = String(start.current);
    const track = captionsOf(entered);
    if (track) video.append(track);
    return () => track?.remove();
  }, [video, entered]);

  // Before that the panel hides it.
  useLayoutEffect(() => {
    video.poster = isWanted ? entered.poster : '';
  }, [video, entered, isWanted]);

  useEffect(() => {
    if (!isWanted || !isStanding) return;
    let gone = false;
    let detach: (() => void) | undefined;
    const loaded = () => setReady(true);
    video.addEventListener('canplay', loaded);
    setReady(false);
    setBroken(false);
    const failed = () => {
      setReady(false);
      setBroken(true);
    };
    attach(video, source.url, from.current, { onFailed: failed }).then((stop) => {
      if (gone) stop();
      else detach = stop;
    }, failed);
    return () => {
      gone = true;
      video.removeEventListener('canplay', loaded);
      detach?.();
    };
  }, [video, source, isWanted, isStanding]);

  const want = useCallback((second: number) => {
    from.current = second;
    setWanted(true);
  }, []);
  const reload = useCallback(async () => {
    start.current = video.currentTime || start.current;
    from.current = start.current;
    const fresh = await freshMedia().catch(() => undefined);
    setSource(({ url }) => ({ url: fresh ?? url }));
  }, [video, freshMedia]);

  return { ready, broken, start: start.current, want, reload };
}

function captionsOf({ subtitles_url }: Entered): HTMLTrackElement | undefined {
  if (!subtitles_url) return undefined;
  return Object.assign(document.createElement('track'), {
    kind: 'captions',
    srclang: 'zh-CN',
    label: words.captions,
    src: subtitles_url,
  });
}
