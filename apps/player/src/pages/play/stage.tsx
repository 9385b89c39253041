import { Button } from '@cme/ui';
import type { MediaController as MediaControllerElement } from 'media-chrome';
import { MediaController, MediaLoadingIndicator } from 'media-chrome/react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { clock, words } from '../../words.ts';
import { Controls } from './controls.tsx';
import { prepareControls } from './media-chrome.ts';
import { StageOverlay } from '../../components/stage-overlay.tsx';
import overlayCss from '../../components/stage-overlay.module.css';
import css from '../../components/stage.module.css';
import { type Jump, useBegin } from './use-begin.ts';
import { useControlsShown } from './use-controls-shown.ts';
import { useMedia } from './use-media.ts';
import type { Entered, usePlay } from './use-play.ts';
import { useWatch } from './use-watch.ts';

prepareControls();

interface Props {
  play: ReturnType<typeof usePlay>;
  entered: Entered;
  video: HTMLVideoElement;
  /** Which section of how many. */
  place: string;
  /** Play as soon as it can be played: a person has asked for it already. */
  playAtOnce: boolean;
  jump: Jump | undefined;
  /** Lies over everything else. */
  blocked?: ReactNode;
  /** Drawn over the picture when the section has been played to its end. */
  atEnd: ReactNode;
}

/** The picture with its controls, watermark and what lies over them. */
export function Stage(props: Props) {
  const { play, entered, video, place, blocked, atEnd } = props;
  const stage = useRef<HTMLDivElement>(null);
  const host = useRef<MediaControllerElement>(null);
  const mediaId = `media${useId()}`;
  const media = useMedia(video, host, entered, play.freshMedia);
  const { ended } = useWatch(video, play, entered, media.ready);
  const isShown = useControlsShown(stage, video);
  const isFinished = play.play.ledger?.section_status === 'finished';
  useEffect(() => {
    // All of the stage fills the screen, with watermark and controls.
    if (host.current && stage.current) host.current.fullscreenElement = stage.current;
  }, []);
  const { hasBegun, isAwaited, begin, reload } = useBegin(video, media, {
    playAtOnce: props.playAtOnce,
    jump: props.jump,
    state: play.play,
  });

  return (
    <div ref={stage} className={css.stage} data-idle={!isShown && hasBegun}>
      <MediaController
        ref={host}
        id={mediaId}
        className={css.controller}
        gesturesDisabled={!hasBegun}
        // A first study does not skip forward; once finished, any place is free.
        hotkeys={isFinished ? 'arrowright' : 'noarrowright'}
      >
        <MediaLoadingIndicator slot="centered-chrome" noAutohide />
      </MediaController>
      <p className={css.watermark} aria-hidden="true">
        {entered.watermark}
      </p>
      {blocked}
      {!blocked && media.broken ? (
        <StageOverlay text={words.mediaFailed}>
          <Button size="lg" onClick={reload}>
            {words.again}
          </Button>
        </StageOverlay>
      ) : null}
      {!blocked && !media.broken && !hasBegun && !isAwaited ? (
        <BeginOverlay place={place} entered={entered} media={media} begin={begin} />
      ) : null}
      {!blocked && ended && hasBegun ? atEnd : null}
      <Controls
        of={mediaId}
        video={video}
        maxRate={isFinished ? Math.max(2, entered.rules.max_rate) : entered.rules.max_rate}
        mayFloat={entered.rules.allow_pip === 'Y'}
      />
    </div>
  );
}

type Media = ReturnType<typeof useMedia>;

interface BeginProps {
  place: string;
  entered: Entered;
  media: Media;
  begin: (from: number) => void;
}

/** Which section this is, how long, and from where it can be played. */
function BeginOverlay({ place, entered, media: { ready, start }, begin }: BeginProps) {
  const isResumed = start > 3;
  const length = clock(entered.seconds);
  return (
    <StageOverlay
      place={place}
      text={entered.title}
      detail={isResumed ? words.resume(clock(start), length) : words.length(length)}
    >
      <Button size="lg" disabled={!ready} onClick={() => begin(start)}>
        {isResumed ? words.continuePlay : words.startPlay}
      </Button>
      {isResumed ? (
        <button
          type="button"
          className={overlayCss.plainButton}
          disabled={!ready}
          onClick={() => begin(0)}
        >
          {words.restart}
        </button>
      ) : null}
    </StageOverlay>
  );
}
