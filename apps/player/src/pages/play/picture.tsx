import { prepareHls } from '@cme/ui/hls';
import type { MediaController as MediaControllerElement } from 'media-chrome';
import { MediaController, MediaLoadingIndicator } from 'media-chrome/react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { prepareControls } from './media-chrome.ts';
import css from '../../components/stage.module.css';

export { Controls } from './controls.tsx';

prepareControls();
prepareHls();

interface Props {
  id: string;
  video: HTMLVideoElement;
  /** What fills the screen. */
  stage: RefObject<HTMLElement | null>;
  hasBegun: boolean;
  /** Any place may be gone to. */
  isFree: boolean;
  onStanding: (isStanding: boolean) => void;
}

/** The video element inside of what the controls steer. */
export function Picture({ id, video, stage, hasBegun, isFree, onStanding }: Props) {
  const host = useRef<MediaControllerElement>(null);
  useLayoutEffect(() => {
    host.current?.append(video);
    onStanding(true);
    return () => {
      video.remove();
      onStanding(false);
    };
  }, [video, onStanding]);
  useEffect(() => {
    // All of the stage fills the screen, with watermark and controls.
    if (host.current && stage.current) host.current.fullscreenElement = stage.current;
  }, [stage]);
  return (
    <MediaController
      ref={host}
      id={id}
      className={css.controller}
      gesturesDisabled={!hasBegun}
      // A first study does not skip forward; once finished, any place is free.
      hotkeys={isFree ? 'arrowright' : 'noarrowright'}
    >
      <MediaLoadingIndicator className={css.loader} slot="centered-chrome" noAutohide>
        <svg slot="icon" viewBox="0 0 100 100" aria-hidden="true">
          <path d="M28 44a23 23 0 0 1 44 0" fill="none" stroke="#eee" strokeWidth="4" />
        </svg>
      </MediaLoadingIndicator>
    </MediaController>
  );
}
