import { toast } from '@cme/ui';
import { prepareHls } from '@cme/ui/hls';
import type { MediaController as MediaControllerElement } from 'media-chrome';
import { MediaController, MediaLoadingIndicator } from 'media-chrome/react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { prepareControls } from './media-chrome.ts';
import { words } from '../../../components/words.ts';
import css from '../../../components/stage.module.css';

export { Controls } from './controls.tsx';

prepareControls();
prepareHls();

interface Props {
  id: string;
  video: HTMLVideoElement;
  /** The element that goes full screen. */
  stage: RefObject<HTMLElement | null>;
  hasStarted: boolean;
  /** Seeking is unrestricted. */
  isFree: boolean;
  onStanding: (isStanding: boolean) => void;
}

/** The video element inside its media controller. */
export function VideoPlayer({ id, video, stage, hasStarted, isFree, onStanding }: Props) {
  const controller = useRef<MediaControllerElement>(null);
  useLayoutEffect(() => {
    controller.current?.append(video);
    onStanding(true);
    return () => {
      video.remove();
      onStanding(false);
    };
  }, [video, onStanding]);
  useEffect(() => {
    // The whole stage goes full screen, including watermark and controls.
    if (controller.current && stage.current) controller.current.fullscreenElement = stage.current;
  }, [stage]);
  return (
    <MediaController
      ref={controller}
      id={id}
      className={css.controller}
      gesturesDisabled={!hasStarted}
      // No skipping forward during a first study; no restriction once finished.
      hotkeys={isFree ? 'arrowright' : 'noarrowright'}
      onKeyDown={(event) => {
        if (!isFree && event.key === 'ArrowRight') toast.warning(words.noSkipping);
      }}
    >
      <MediaLoadingIndicator className={css.loader} slot="centered-chrome" noAutohide>
        <svg slot="icon" viewBox="0 0 100 100" aria-hidden="true">
          <path d="M28 44a23 23 0 0 1 44 0" fill="none" stroke="#eee" strokeWidth="4" />
        </svg>
      </MediaLoadingIndicator>
    </MediaController>
  );
}
