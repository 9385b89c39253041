interface Callbacks {
  onFailed(): void;
}

/**
 * Start position for hls.js. The first frame is often later than second 0, and WebKit cannot play
 * from a gap; hls.js moves a position after 0 to the first frame unless the distance exceeds the
 * maximum buffer hole.
 */
export const beginning = (startAt: number | 'live') => ({
  // -1: the live edge.
  startPosition: startAt === 'live' ? -1 : Math.max(startAt, 0.01),
  maxBufferHole: 0.5,
});

/**
 * Longest distance between a requested position and the first frame of its segment, in seconds.
 * Segments are cut by decoding time; frames are presented later, and Firefox drops what precedes
 * the key frame.
 */
export const maxStartGap = 1;

interface Segment {
  start: number;
  end: number;
}

/**
 * Returns the first frame of a loaded segment if the video waits for an earlier one, which will
 * never come; otherwise undefined. hls.js closes such a gap only while the video plays, and the
 * player starts playback only after `canplay`.
 */
export function skipStartGap(
  video: Pick<HTMLVideoElement, 'seeking' | 'currentTime' | 'buffered'>,
  loaded: Segment,
): number | undefined {
  const { seeking, currentTime, buffered } = video;
  if (!seeking || currentTime < loaded.start || currentTime >= loaded.end) return;
  for (let index = 0; index < buffered.length; index++) {
    if (currentTime >= buffered.end(index)) continue;
    const start = buffered.start(index);
    return start > currentTime && start - currentTime <= maxStartGap ? start : undefined;
  }
  return;
}

const loadHls = () => import('hls.js/light');
/** Safari without MediaSource plays HLS natively. */
const isNative = (video: HTMLVideoElement) =>
  Boolean(video.canPlayType('application/vnd.apple.mpegurl')) && !('MediaSource' in globalThis);

/** Preloads hls.js before the user presses play. */
export function prepareHls(): void {
  if (!isNative(document.createElement('video'))) void loadHls().catch(() => undefined);
}

/**
 * Loads the playlist into the video element, starting at a given second, and returns a function
 * that detaches it. It does not seek while the element is loading, since WebKit would stall.
 */
export async function attach(
  video: HTMLVideoElement,
  url: string,
  startAt: number | 'live',
  callbacks: Callbacks,
): Promise<() => void> {
  if (isNative(video)) return attachNative(video, url, startAt === 'live' ? 0 : startAt, callbacks);
  const { default: Hls } = await loadHls();
  // A worker would be created from a blob URL, which the content security policy forbids.
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
  hls.on(Hls.Events.FRAG_BUFFERED, (_event, { frag }) => {
    const start = skipStartGap(video, frag);
    if (start !== undefined) video.currentTime = start;
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
  const onError = () => callbacks.onFailed();
  const startPlaying = () => {
    if (startAt > 0) video.currentTime = startAt;
  };
  video.addEventListener('error', onError);
  video.addEventListener('canplay', startPlaying, { once: true });
  video.src = url;
  return () => {
    video.removeEventListener('error', onError);
    video.removeEventListener('canplay', startPlaying);
    video.removeAttribute('src');
    video.load();
  };
}
