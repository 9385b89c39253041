import { Button } from '@cme/ui';
import type { MediaController as MediaControllerElement } from 'media-chrome';
import { MediaController, MediaLoadingIndicator } from 'media-chrome/react';
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { clock, words } from '../../words.ts';
import { Controls } from './controls.tsx';
import { prepareControls } from './media-chrome.ts';
import { Over } from './over.tsx';
import css from './stage.module.css';
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
  atOnce: boolean;
  overlay?: ReactNode;
  /** Drawn over the picture when the section has been played to its end. */
  ended: ReactNode;
}

/** The picture with its controls, watermark and what lies over them. */
export function Stage({ play, entered, video, place, atOnce, overlay, ended: endedCard }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const host = useRef<MediaControllerElement>(null);
  const id = useId();
  const [begun, setBegun] = useState(false);
  const [isAsked, setAsked] = useState(atOnce);
  const { ready, broken, start, reload } = useMedia(video, host, entered, play.freshMedia);
  const { ended } = useWatch(video, play, ready);
  const isShown = useControlsShown(stage, video);
  const isFinished = play.play.ledger?.section_status === 'finished';
  const isResumed = start > 3;

  const begin = useCallback(
    (from: number) => {
      if (Math.abs(video.currentTime - from) > 0.5) video.currentTime = from;
      setBegun(true);
      // Where the browser wants another touch, the panel asks for it.
      void video
        .play()
        .catch((error: Error) => error.name === 'NotAllowedError' && setBegun(false));
      video.focus({ preventScroll: true });
    },
    [video],
  );
  const again = () => {
    // What played before it broke plays on.
    setAsked(begun);
    void reload();
  };
  useEffect(() => {
    // All of the stage fills the screen, with watermark and controls.
    if (host.current && stage.current) host.current.fullscreenElement = stage.current;
  }, []);
  useEffect(() => {
    if (!ready || !isAsked) return;
    setAsked(false);
    begin(start);
  }, [ready, isAsked, begin, start]);

  return (
    <div ref={stage} className={css.stage} data-idle={!isShown && begun}>
      <MediaController
        ref={host}
        id={`media${id}`}
        className={css.controller}
        gesturesDisabled={!begun}
        hotkeys="noarrowright"
      >
        <MediaLoadingIndicator slot="centered-chrome" noAutohide />
      </MediaController>
      <p className={css.watermark} aria-hidden="true">
        {entered.watermark}
      </p>
      {overlay}
      {!overlay && broken ? (
        <Over text={words.mediaFailed}>
          <Button size="lg" onClick={again}>
            {words.again}
          </Button>
        </Over>
      ) : null}
      {!overlay && !broken && !begun && !isAsked ? (
        <Over
          place={place}
          text={entered.title}
          detail={
            isResumed
              ? words.resume(clock(start), clock(entered.seconds))
              : words.length(clock(entered.seconds))
          }
        >
          <Button size="lg" disabled={!ready} onClick={() => begin(start)}>
            {isResumed ? words.continuePlay : words.startPlay}
          </Button>
          {isResumed ? (
            <button
              type="button"
              className={css.overPlain}
              disabled={!ready}
              onClick={() => begin(0)}
            >
              {words.restart}
            </button>
          ) : null}
        </Over>
      ) : null}
      {!overlay && ended && begun ? endedCard : null}
      <Controls of={`media${id}`} video={video} maxRate={isFinished ? 2 : entered.rules.max_rate} />
    </div>
  );
}
