interface Callbacks {
  onFailed(): void;
}

/** Where hls.js begins. Pictures often begin later than second 0, and WebKit cannot play where
 * there is none; hls.js moves a place after second 0 to the first picture, if that is no farther
 * away than a hole in the buffer may be long. */
export const beginning = (startAt: number | 'live') => ({
  // -1: where a living picture is now.
  startPosition: startAt === 'live' ? -1 : Math.max(startAt, 0.01),
  maxBufferHole: 0.5,
});

const loadHls = () => import('hls.js/light');
/** Safari without MediaSource plays HLS by itself. */
const isNative = (video: HTMLVideoElement) =>
  Boolean(video.canPlayType('application/vnd.apple.mpegurl')) && !('MediaSource' in globalThis);

/** Fetches what plays, ahead of the wish to play. */
export function prepareHls(): void {
  if (!isNative(document.createElement('video'))) void loadHls().catch(() => undefined);
}

/** Puts the playlist into the video element, to begin at a second, and answers how to take it out
 * again. Nothing is sought while the element still loads what it is: WebKit stands still over
 * that. */
export async function attach(
  video: HTMLVideoElement,
  url: string,
  startAt: number | 'live',
  callbacks: Callbacks,
): Promise<() => void> {
  if (isNative(video)) return attachNative(video, url, startAt === 'live' ? 0 : startAt, callbacks);
  const { default: Hls } = await loadHls();
  // A worker would come from a blob address, which the content security policy does not allow.
  const hls = new Hls({ enableWorker: false, maxBufferLength: 60, ...beginning(startAt) });
  let recovered = false;
  hls.on(Hls.Events.ERROR, (_event, data) => {
    if (!data.fatal) return;
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true;
      hls.recoverMediaError();
      return;
    }
    callbacks.onFailed();
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return () => hls.destroy();
}

function attachNative(
  video: HTMLVideoElement,
  url: string,
  startAt: number,
  callbacks: Callbacks,
): () => void {
  const failed = () => callbacks.onFailed();
  const begin = () => {
    if (startAt > 0) video.currentTime = startAt;
  };
  video.addEventListener('error', failed);
  video.addEventListener('canplay', begin, { once: true });
  video.src = url;
  return () => {
    video.removeEventListener('error', failed);
    video.removeEventListener('canplay', begin);
    video.removeAttribute('src');
    video.load();
  };
}
