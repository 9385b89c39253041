import { useEffect, useState } from 'react';

/** No preloading with reduced data usage. */
const isSavingData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Safari has no requestIdleCallback. */
const runWhenIdle = (run: () => void) =>
  'requestIdleCallback' in globalThis
    ? requestIdleCallback(run, { timeout: 3000 })
    : setTimeout(run, 300);

/** True once the first view is done and the browser is idle. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (isSavingData()) return;
    let isUnmounted = false;
    runWhenIdle(() => !isUnmounted && setIdle(true));
    return () => void (isUnmounted = true);
  }, []);
  return isIdle;
}
