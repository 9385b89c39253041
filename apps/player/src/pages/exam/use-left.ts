import { useEffect, useRef, useState } from 'react';
import type { Clock } from './clock.ts';

const whole = (clock: Clock, until: number) => Math.max(0, Math.ceil((until - clock.now()) / 1000));

/** Whole seconds until a moment of the server's clock. `passes` hears when fewer are left than
 * before, each second. */
export function useLeft(
  clock: Clock,
  until: number,
  passes?: (left: number, before: number) => void,
): number {
  const [left, setLeft] = useState(() => whole(clock, until));
  const heard = useRef(passes);
  heard.current = passes;
  const before = useRef(left);
  useEffect(() => {
    const count = () => {
      const now = whole(clock, until);
      if (now === before.current) return;
      const last = before.current;
      before.current = now;
      setLeft(now);
      heard.current?.(now, last);
    };
    count();
    const timer = setInterval(count, 200);
    return () => clearInterval(timer);
  }, [clock, until]);
  return left;
}
