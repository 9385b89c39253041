import { useEffect, useState } from 'react';

/**
 * Seconds left until a moment, computed from the clock, so that throttled background tabs do not
 * drift.
 */
export function useCountdown() {
  const [end, setEnd] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const count = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    count();
    if (end <= Date.now()) return;
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [end]);
  return { left, start: (seconds: number) => setEnd(Date.now() + seconds * 1000) };
}
