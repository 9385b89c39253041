import { useEffect, useState } from 'react';

/** A reader who saves data is sent nothing ahead. */
const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Safari has no idle callbacks. */
const whenIdle = (run: () => void) =>
  'requestIdleCallback' in globalThis
    ? requestIdleCallback(run, { timeout: 3000 })
    : setTimeout(run, 300);

/** True from when the first view, with its picture, is done and the browser has nothing to do. */
export function useQuiet(picture: string): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    if (savesData()) return;
    let isGone = false;
    const done = () => whenIdle(() => !isGone && setQuiet(true));
    const shown = new Image();
    shown.onload = done;
    shown.onerror = done;
    if (picture) shown.src = picture;
    else done();
    return () => void (isGone = true);
  }, [picture]);
  return isQuiet;
}
