import { useEffect, useState, type RefObject } from 'react';

const shownForMs = 3000;
const touches = ['pointerdown', 'pointermove', 'keydown', 'focusin'] as const;

/** Whether overlaid controls are visible: while in use, for a moment after, and while paused. */
export function useControlsShown(
  stage: RefObject<HTMLElement | null>,
  video: HTMLVideoElement,
): boolean {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const element = stage.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showControls = () => {
      clearTimeout(timer);
      setShown(true);
      timer = setTimeout(() => setShown(video.paused), shownForMs);
    };
    for (const name of touches) element?.addEventListener(name, showControls);
    for (const name of ['play', 'pause']) video.addEventListener(name, showControls);
    return () => {
      clearTimeout(timer);
      for (const name of touches) element?.removeEventListener(name, showControls);
      for (const name of ['play', 'pause']) video.removeEventListener(name, showControls);
    };
  }, [stage, video]);
  return isShown;
}
