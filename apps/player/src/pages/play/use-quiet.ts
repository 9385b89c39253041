import { useEffect, useState } from 'react';

/** A reader who saves data is sent nothing ahead. */
const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Safari has no idle callbacks. */
const whenIdle = (run: () => void) =>
  'requestIdleCallback' in globalThis
    ? requestIdleCallback(run, { timeout: 3000 })
    : setTimeout(run, 300);

/** True from when the first view is done and the browser has nothing to do. */
export function useQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    if (savesData()) return;
    let isGone = false;
    whenIdle(() => !isGone && setQuiet(true));
    return () => void (isGone = true);
  }, []);
  return isQuiet;
}
