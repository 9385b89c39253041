interface Ears {
  failed(): void;
}

/** Puts the playlist into the video element and answers how to take it out again. Safari plays HLS by itself. */
export async function attach(video: HTMLVideoElement, url: string, ears: Ears): Promise<() => void> {
  if (video.canPlayType('application/vnd.apple.mpegurl') && !('MediaSource' in globalThis)) {
    video.src = url;
    const failed = () => ears.failed();
    video.addEventListener('error', failed);
    return () => {
      video.removeEventListener('error', failed);
      video.removeAttribute('src');
      video.load();
    };
  }
  const { default: Hls } = await import('hls.js/light');
  // A worker would come from a blob address, which the content security policy does not allow.
  const hls = new Hls({ enableWorker: false, maxBufferLength: 60 });
  let recovered = false;
  hls.on(Hls.Events.ERROR, (_event, data) => {
    if (!data.fatal) return;
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true;
      hls.recoverMediaError();
      return;
    }
    ears.failed();
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return () => hls.destroy();
}
