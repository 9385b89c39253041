import { Button } from '@cme/ui';
import { attach } from '@cme/ui/hls';
import { type RefObject, useEffect, useRef, useState } from 'react';
import stageCss from '../../components/stage.module.css';
import { StageOverlay } from '../../components/stage-overlay.tsx';
import css from './live.module.css';
import { liveWords } from './live.words.ts';

interface Props {
  url: string;
  watermark: string;
  video: RefObject<HTMLVideoElement | null>;
  /** The learner has pressed play here before: a picture that comes back goes on by itself. */
  hasBegun: boolean;
  onBegun: (hasBegun: boolean) => void;
  /** Called when it begins to play, and when it stands still. */
  onPlaying: () => void;
  /** Asks for another address. */
  reload: () => void;
}

/** Plays, or takes back that it has begun where the browser wants a touch first. */
const playFrom = (element: HTMLVideoElement, onBegun: (hasBegun: boolean) => void) =>
  element.play().catch((error: Error) => {
    if (error.name === 'NotAllowedError') onBegun(false);
  });

/** The picture as it arrives. Browsers want a touch before they play sound. */
export function LivingPicture(props: Props) {
  const { url, watermark, video, hasBegun, onBegun, onPlaying, reload } = props;
  const goesOn = useRef(hasBegun);
  const [broken, setBroken] = useState(false);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let gone = false;
    let detach: (() => void) | undefined;
    setBroken(false);
    attach(element, url, 'live', { onFailed: () => setBroken(true) }).then(
      (stop) => {
        if (gone) stop();
        else {
          detach = stop;
          if (goesOn.current) void playFrom(element, onBegun);
        }
      },
      () => setBroken(true),
    );
    return () => {
      gone = true;
      detach?.();
    };
  }, [video, url, turn, onBegun]);
  const begin = () => {
    goesOn.current = true;
    onBegun(true);
    if (video.current) void playFrom(video.current, onBegun);
  };
  return (
    <>
      <video
        ref={video}
        className={css.video}
        aria-label={liveWords.picture}
        playsInline
        controls={hasBegun}
        crossOrigin="anonymous"
        onPlay={onPlaying}
        onPause={onPlaying}
      />
      <p className={stageCss.watermark} aria-hidden="true">
        {watermark}
      </p>
      {broken ? (
        <StageOverlay text={liveWords.broken}>
          <Button
            size="lg"
            onClick={() => {
              reload();
              setTurn((n) => n + 1);
            }}
          >
            {liveWords.retry}
          </Button>
        </StageOverlay>
      ) : null}
      {!broken && !hasBegun ? (
        <StageOverlay text={liveWords.states['living'] ?? ''} detail={liveWords.enterHint}>
          <Button size="lg" onClick={begin}>
            {liveWords.enter}
          </Button>
        </StageOverlay>
      ) : null}
    </>
  );
}
