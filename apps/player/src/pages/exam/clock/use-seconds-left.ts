import { useEffect, useRef, useState } from 'react';
import type { Clock } from './clock.ts';

const countSecondsLeft = (clock: Clock, until: number) =>
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
  const [left, setLeft] = useState(() => countSecondsLeft(clock, until));
  const latestOnTick = useRef(onTick);
  latestOnTick.current = onTick;
  const previous = useRef(left);
  useEffect(() => {
    const update = () => {
      const now = countSecondsLeft(clock, until);
      if (now === previous.current) return;
      const lastSeconds = previous.current;
      previous.current = now;
      setLeft(now);
      latestOnTick.current?.(now, lastSeconds);
    };
    update();
    const timer = setInterval(update, 200);
    return () => clearInterval(timer);
  }, [clock, until]);
  return left;
}
