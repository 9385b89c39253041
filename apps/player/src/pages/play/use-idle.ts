import { useEffect, useState } from 'react';

/** No preloading with reduced data usage. */
const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Safari has no requestIdleCallback. */
const whenIdle = (run: () => void) =>
  'requestIdleCallback' in globalThis
    ? requestIdleCallback(run, { timeout: 3000 })
    : setTimeout(run, 300);

/** True once the first view is done and the browser is idle. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (savesData()) return;
    let isUnmounted = false;
    whenIdle(() => !isUnmounted && setIdle(true));
    return () => void (isUnmounted = true);
  }, []);
  return isIdle;
}
