import { Button, lazyPart } from '@cme/ui';
import type { MediaAddress } from '@cme/ui/hls';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatClock, words } from '../../../components/words.ts';
import { StageOverlay } from '../../../components/stage-overlay.tsx';
import { Watermark } from '../../../components/watermark.tsx';
import overlayCss from '../../../components/stage-overlay.module.css';
import css from '../../../components/stage.module.css';
import { type Jump, usePlaybackStart } from './use-playback-start.ts';
import { useControlsShown } from './use-controls-shown.ts';
import { useMedia } from './use-media.ts';
import type { Entered, usePlay } from '../section/use-play.ts';
import { useIdle } from './use-idle.ts';
import { useWatch } from './use-watch.ts';

// Loaded when the first view is done, or when the user presses play before.
const Picture = lazyPart(async () => (await import('./video-player.tsx')).VideoPlayer);
const Controls = lazyPart(async () => (await import('./video-player.tsx')).Controls, {
  waiting: <div className={css.bar} data-waiting />,
});

interface Props {
  play: ReturnType<typeof usePlay>;
  entered: Entered;
  address: MediaAddress;
  video: HTMLVideoElement;
  /** The position of the section, out of how many. */
  place: string;
  /** Play as soon as possible: the user has already pressed play. */
  playAtOnce: boolean;
  jump: Jump | undefined;
  /** Overlay that blocks the video. */
  blocked?: ReactNode;
  /** Shown over the video when the section has been played to the end. */
  atEnd: ReactNode;
}

/** The video with its controls, watermark and overlays. */
export function Stage(props: Props) {
  const { play, entered, address, video, place, blocked, atEnd } = props;
  const stage = useRef<HTMLDivElement>(null);
  const mediaId = `media${useId()}`;
  const [isMounted, setMounted] = useState(false);
  const media = useMedia(video, entered, address, isMounted);
  const { ended } = useWatch(video, play, entered, media.ready);
  const isShown = useControlsShown(stage, video);
  const isFinished = play.play.ledger?.section_status === 'finished';
  const { hasStarted, isStarting, begin, reload } = usePlaybackStart(video, media, {
    playAtOnce: props.playAtOnce,
    jump: props.jump,
    state: play.play,
  });
  const isIdle = useIdle();
  const isPlayable = isIdle || isStarting || hasStarted;
  const { rules } = entered;
  // Why study is interrupted has been said already.
  const isBroken = media.broken && !blocked && !play.play.interruption;

  return (
    <div ref={stage} className={css.stage} data-idle={!isShown && hasStarted}>
      {isMounted ? null : <Poster video={video} />}
      {isPlayable ? (
        <Picture
          id={mediaId}
          video={video}
          stage={stage}
          hasStarted={hasStarted}
          isFree={isFinished}
          onStanding={setMounted}
        />
      ) : null}
      {entered.kind === 'audio' ? <p className={css.sound}>{entered.title}</p> : null}
      <Watermark text={entered.watermark} />
      {blocked}
      {isBroken ? (
        <StageOverlay text={words.mediaFailed}>
          <Button size="lg" onClick={reload}>
            {words.again}
          </Button>
        </StageOverlay>
      ) : null}
      {!blocked && !media.broken && !hasStarted ? (
        <StartOverlay
          place={place}
          entered={entered}
          start={media.start}
          isStarting={isStarting}
          begin={begin}
        />
      ) : null}
      {!blocked && ended && hasStarted ? atEnd : null}
      {isPlayable ? (
        <Controls
          of={mediaId}
          video={video}
          seconds={entered.seconds}
          maxRate={isFinished ? Math.max(2, rules.max_rate) : rules.max_rate}
          mayFloat={rules.allow_pip === 'Y'}
          hasCaptions={entered.subtitles_url !== ''}
        />
      ) : (
        <div className={css.bar} data-waiting />
      )}
    </div>
  );
}

/** The element with its poster, until the controls have loaded. */
function Poster({ video }: { video: HTMLVideoElement }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    host.current?.append(video);
  }, [video]);
  return <div ref={host} className={css.controller} />;
}

interface BeginProps {
  place: string;
  entered: Entered;
  /** The resume position. */
  start: number;
  /** It was pressed and the video is loading. */
  isStarting: boolean;
  begin: (from: number) => void;
}

/** The section, its duration and the resume position. */
function StartOverlay({ place, entered, start, isStarting, begin }: BeginProps) {
  const isResumed = start > 3;
  const length = formatClock(entered.seconds);
  return (
    <StageOverlay
      place={place}
      text={entered.title}
      detail={isResumed ? words.resume(formatClock(start), length) : words.length(length)}
    >
      <Button size="lg" loading={isStarting} onClick={() => begin(start)}>
        {isResumed ? words.continuePlay : words.startPlay}
      </Button>
      {isResumed ? (
        <button
          type="button"
          className={overlayCss.plainButton}
          disabled={isStarting}
          onClick={() => begin(0)}
        >
          {words.restart}
        </button>
      ) : null}
    </StageOverlay>
  );
}
