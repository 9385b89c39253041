import { useEffect, useRef, useState } from 'react';
import type { Clock } from './clock.ts';

const secondsLeft = (clock: Clock, until: number) =>
  Math.max(0, Math.ceil((until - clock.now()) / 1000));

/**
 * Whole seconds until a moment of the server's clock. `onTick` is called each second with the
 * current and the previous value.
 */
export function useSecondsLeft(
  clock: Clock,
  until: number,
  onTick?: (left: number, before: number) => void,
): number {
  const [left, setLeft] = useState(() => secondsLeft(clock, until));
  const latestOnTick = useRef(onTick);
  latestOnTick.current = onTick;
  const before = useRef(left);
  useEffect(() => {
    const count = () => {
      const now = secondsLeft(clock, until);
      if (now === before.current) return;
      const last = before.current;
      before.current = now;
      setLeft(now);
      latestOnTick.current?.(now, last);
    };
    count();
    const timer = setInterval(count, 200);
    return () => clearInterval(timer);
  }, [clock, until]);
  return left;
}
