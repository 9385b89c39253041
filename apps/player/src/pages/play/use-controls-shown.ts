import { useEffect, useState, type RefObject } from 'react';

const shownFor = 3000;
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
    const wake = () => {
      clearTimeout(timer);
      setShown(true);
      timer = setTimeout(() => setShown(video.paused), shownFor);
    };
    for (const name of touches) element?.addEventListener(name, wake);
    for (const name of ['play', 'pause']) video.addEventListener(name, wake);
    return () => {
      clearTimeout(timer);
      for (const name of touches) element?.removeEventListener(name, wake);
      for (const name of ['play', 'pause']) video.removeEventListener(name, wake);
    };
  }, [stage, video]);
  return isShown;
}
