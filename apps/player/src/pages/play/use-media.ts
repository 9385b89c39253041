import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
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
    preload: 'auto',
    crossOrigin: 'anonymous',
    tabIndex: 0,
  });
  video.setAttribute('playsinline', '');
  video.setAttribute('aria-label', words.picture);
  return video;
}

/** Loads a section's video into the element while it stands in the host. */
export function useMedia(
  video: HTMLVideoElement,
  host: RefObject<HTMLElement | null>,
  entered: Entered,
  freshMedia: () => Promise<string | undefined>,
) {
  const start = useRef(Math.min(entered.resume_at, Math.max(0, entered.seconds - 1)));
  const [ready, setReady] = useState(false);
  const [broken, setBroken] = useState(false);
  // One object for each loading: the same address may be loaded again.
  const [source, setSource] = useState({ url: entered.media_url });

  useLayoutEffect(() => {
    video.poster = entered.poster;
    const track = captionsOf(entered);
    if (track) video.append(track);
    host.current?.append(video);
    return () => {
      track?.remove();
      video.remove();
    };
  }, [video, host, entered]);

  useEffect(() => {
    let gone = false;
    let detach: (() => void) | undefined;
    const loaded = () => setReady(true);
    video.addEventListener('canplay', loaded);
    setReady(false);
    setBroken(false);
    attach(video, source.url, start.current, { onFailed: () => setBroken(true) }).then(
      (stop) => {
        if (gone) stop();
        else detach = stop;
      },
      () => setBroken(true),
    );
    return () => {
      gone = true;
      video.removeEventListener('canplay', loaded);
      detach?.();
    };
  }, [video, source]);

  const reload = useCallback(async () => {
    start.current = video.currentTime || start.current;
    const fresh = await freshMedia().catch(() => undefined);
    setSource(({ url }) => ({ url: fresh ?? url }));
  }, [video, freshMedia]);

  return { ready, broken, start: start.current, reload };
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
