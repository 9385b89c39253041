import { useEffect, useState } from 'react';

/**
 * Seconds left until a moment, computed from the clock, so that throttled background tabs do not
 * drift.
 */
export function useCountdown(endsAt: number): number {
  const [secondsLeft, setLeft] = useState(0);
  useEffect(() => {
    const update = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)));
    update();
    if (endsAt <= Date.now()) return;
    const timer = setInterval(update, 250);
    return () => clearInterval(timer);
  }, [endsAt]);
  return secondsLeft;
}
