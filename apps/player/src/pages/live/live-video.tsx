import { Button } from '@cme/ui';
import { attach, createAddress } from '@cme/ui/hls';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { StageOverlay } from '../../components/stage-overlay.tsx';
import { Watermark } from '../../components/watermark.tsx';
import css from './live.module.css';
import { liveWords } from './live.words.ts';

interface Props {
  url: string;
  watermark: string;
  video: RefObject<HTMLVideoElement | null>;
  /** The learner has pressed play before: a stream that returns resumes automatically. */
  hasStarted: boolean;
  onStarted: (hasStarted: boolean) => void;
  /** Called when playback starts and when it stalls. */
  onPlaying: () => void;
  /** Fetches a new URL. */
  renew: () => Promise<string>;
}

/** A new stream may have no data yet: number and interval of retries before an error is shown. */
const retries = { times: 6, pauseMs: 2000 };

/** Plays, or resets `hasStarted` if the browser's autoplay policy requires a user gesture. */
const tryPlay = (element: HTMLVideoElement, onStarted: (hasStarted: boolean) => void) =>
  element.play().catch((error: Error) => {
    if (error.name === 'NotAllowedError') onStarted(false);
  });

/** Loads the stream into the element, with retries. */
function useLiveStream({ url, video, hasStarted, onStarted, renew }: Omit<Props, 'onPlaying'>) {
  const [address] = useState(() => createAddress(url, renew));
  // Each beat answers with a newer one, which the running stream uses for its next part.
  useEffect(() => address.offer(url), [address, url]);
  const shouldResume = useRef(hasStarted);
  const [failures, setFailures] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const [isVisible, setVisible] = useState(false);
  const isBroken = failures > retries.times;
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let isCancelled = false;
    let detach: (() => void) | undefined;
    const onFailed = () => {
      // Nothing is visible, so no time counts.
      element.pause();
      setVisible(false);
      setFailures((before) => before + 1);
    };
    attach(element, address, 'live', { onFailed }).then((stop) => {
      if (isCancelled) stop();
      else {
        detach = stop;
        if (shouldResume.current) void tryPlay(element, onStarted);
      }
    }, onFailed);
    return () => {
      isCancelled = true;
      detach?.();
    };
  }, [video, address, attempt, onStarted]);
  useEffect(() => {
    if (failures === 0 || isBroken) return undefined;
    const timer = setTimeout(() => setAttempt((before) => before + 1), retries.pauseMs);
    return () => clearTimeout(timer);
  }, [failures, isBroken]);
  return {
    isBroken,
    isConnecting: !isVisible && !isBroken && hasStarted,
    begin() {
      shouldResume.current = true;
      onStarted(true);
      if (video.current) void tryPlay(video.current, onStarted);
    },
    onVisible() {
      setVisible(true);
      setFailures(0);
    },
    retry() {
      address.refuse();
      setFailures(0);
      setAttempt((before) => before + 1);
    },
  };
}

/** The live stream. Browsers require a user gesture before they play sound. */
export function LiveVideo(props: Props) {
  const { watermark, video, hasStarted, onPlaying } = props;
  const { isBroken, isConnecting, begin, onVisible, retry } = useLiveStream(props);
  return (
    <>
      <video
        ref={video}
        className={css.video}
        aria-label={liveWords.picture}
        playsInline
        controls={hasStarted}
        crossOrigin="anonymous"
        onPlay={onPlaying}
        onPause={onPlaying}
        onPlaying={() => {
          onVisible();
          onPlaying();
        }}
      />
      <Watermark text={watermark} />
      {isBroken ? (
        <StageOverlay text={liveWords.broken}>
          <Button size="lg" onClick={retry}>
            {liveWords.retry}
          </Button>
        </StageOverlay>
      ) : null}
      {isConnecting ? (
        <StageOverlay text={liveWords.connecting} detail={liveWords.connectingHint}>
          {null}
        </StageOverlay>
      ) : null}
      {!isBroken && !hasStarted ? (
        <StageOverlay text={liveWords.states['living'] ?? ''} detail={liveWords.enterHint}>
          <Button size="lg" onClick={begin}>
            {liveWords.enter}
          </Button>
        </StageOverlay>
      ) : null}
    </>
  );
}
