import type { HlsConfig, LoadPolicy, RetryConfig } from 'hls.js';
import { atAddress, type MediaAddress } from './address.ts';

export { atAddress, createAddress, type MediaAddress } from './address.ts';

interface Callbacks {
  /** Nothing plays any more, and nothing more will be loaded. */
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

/** Times that a file is requested again with a new address. */
const maxRenewals = 2;
/** Pause before loading is tried again while the video still plays from its buffer. */
const retryMs = 3000;

/** Every request goes to the newest address; a refused one is repeated with a new one. */
export function renewing(address: MediaAddress, defaults: HlsConfig) {
  /** Where each file was requested, since hls.js knows only the address in the playlist. */
  const requested = new Map<string, string>();
  const shouldRetry: NonNullable<RetryConfig['shouldRetry']> = (...answer) => {
    const [, count, , response, retry] = answer;
    if (response?.code !== 403) return retry;
    address.refuse(requested.get(response.url));
    return count < maxRenewals;
  };
  const withRenewal = ({ default: policy }: LoadPolicy): LoadPolicy => ({
    default: { ...policy, errorRetry: policy.errorRetry && { ...policy.errorRetry, shouldRetry } },
  });
  return {
    async xhrSetup(xhr: XMLHttpRequest, url: string) {
      const newest = atAddress(url, await address.current());
      requested.set(url, newest);
      xhr.open('GET', newest, true);
    },
    manifestLoadPolicy: withRenewal(defaults.manifestLoadPolicy),
    playlistLoadPolicy: withRenewal(defaults.playlistLoadPolicy),
    fragLoadPolicy: withRenewal(defaults.fragLoadPolicy),
  } satisfies Partial<HlsConfig>;
}

/** Whether something is left to play without loading. */
export function hasDataAhead({
  currentTime,
  buffered,
}: Pick<HTMLVideoElement, 'currentTime' | 'buffered'>): boolean {
  for (let index = 0; index < buffered.length; index++)
    if (buffered.start(index) <= currentTime && buffered.end(index) - currentTime > 0.5)
      return true;
  return false;
}

/**
 * Loads the playlist into the video element, starting at a given second, and returns a function
 * that detaches it. It does not seek while the element is loading, since WebKit would stall.
 */
export async function attach(
  video: HTMLVideoElement,
  address: MediaAddress,
  startAt: number | 'live',
  callbacks: Callbacks,
): Promise<() => void> {
  const url = await address.current();
  if (isNative(video))
    return attachNative(video, { url, address }, startAt === 'live' ? 0 : startAt, callbacks);
  const { default: Hls } = await loadHls();
  const hls = new Hls({
    // A worker would be created from a blob URL, which the content security policy forbids.
    enableWorker: false,
    maxBufferLength: 60,
    ...beginning(startAt),
    ...renewing(address, Hls.DefaultConfig),
  });
  let recovered = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const loadAgain = () => hls.startLoad();
  hls.on(Hls.Events.ERROR, (_event, data) => {
    if (!data.fatal) return;
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true;
      hls.recoverMediaError();
      return;
    }
    clearTimeout(retry);
    if (data.type !== Hls.ErrorTypes.NETWORK_ERROR || !hasDataAhead(video)) callbacks.onFailed();
    else if (video.paused) video.addEventListener('play', loadAgain, { once: true });
    else retry = setTimeout(loadAgain, retryMs);
  });
  hls.on(Hls.Events.FRAG_BUFFERED, (_event, { frag }) => {
    const start = skipStartGap(video, frag);
    if (start !== undefined) video.currentTime = start;
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return () => {
    clearTimeout(retry);
    video.removeEventListener('play', loadAgain);
    hls.destroy();
  };
}

/** A browser that plays HLS by itself keeps the address it began with: the server accepts that one
 * while the page studies, for four hours at most, but not after a long pause. */
const maxPauseMs = 8 * 60_000;
const maxUseMs = 3.5 * 3_600_000;

function attachNative(
  video: HTMLVideoElement,
  { url, address }: { url: string; address: MediaAddress },
  startAt: number,
  callbacks: Callbacks,
): () => void {
  let from = startAt;
  let wasPlaying = false;
  let isExchanging = false;
  let usedSince = Date.now();
  let playedAt = Date.now();
  /** The same video at a new address, from the same position. */
  const exchange = async () => {
    if (isExchanging) return;
    isExchanging = true;
    from = video.currentTime || from;
    wasPlaying = !video.paused;
    const current = await address.current();
    usedSince = playedAt = Date.now();
    video.src = current;
  };
  const onError = () => {
    // The exchanged address failed, too.
    if (isExchanging) return callbacks.onFailed();
    address.refuse(video.currentSrc || url);
    void exchange();
  };
  const onCanPlay = () => {
    if (from > 0) video.currentTime = from;
    from = 0;
    if (isExchanging && wasPlaying) void video.play().catch(() => undefined);
    isExchanging = false;
  };
  const onPlay = () => {
    if (Date.now() - playedAt > maxPauseMs) void exchange();
  };
  const onTime = () => {
    playedAt = Date.now();
    if (!video.paused && Date.now() - usedSince > maxUseMs) void exchange();
  };
  const listeners = [
    ['error', onError],
    ['canplay', onCanPlay],
    ['play', onPlay],
    ['timeupdate', onTime],
  ] as const;
  for (const [name, listener] of listeners) video.addEventListener(name, listener);
  video.src = url;
  return () => {
    for (const [name, listener] of listeners) video.removeEventListener(name, listener);
    video.removeAttribute('src');
    video.load();
  };
}
