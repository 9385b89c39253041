import { useEffect } from 'react';

const delayMs = 1500;

/** Loads code that the next press probably needs, once the first view is done. With reduced data
 * usage, or if it fails, the press loads it. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData) return;
    const timer = setTimeout(() => void load().catch(() => undefined), delayMs);
    return () => clearTimeout(timer);
  }, [load]);
}
