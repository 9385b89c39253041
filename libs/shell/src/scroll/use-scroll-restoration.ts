import { useLocation, useNavigationType } from '@cme/ui/router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import {
  isReturn,
  createScrollPositions,
  type ScrollPositions,
  scrollWhenPossible,
  watchScrollPositions,
} from './scroll-positions.ts';

/**
 * New paths start at the top, for scroll position and focus alike; back and forward restore the
 * position, also after a reload or from another domain.
 */
export function useScrollRestoration(): void {
  const { key, pathname, search } = useLocation();
  const type = useNavigationType();
  const entry = `${key} ${pathname}${search}`;
  const positions = useRef<ScrollPositions>(undefined);
  const previousEntry = useRef<string>(undefined);
  /** The history entry in view, set once its position is final. */
  const settledEntry = useRef<string>(undefined);
  useLayoutEffect(() => {
    const { of } = (positions.current ??= createScrollPositions());
    const isFirst = previousEntry.current === undefined;
    const isOther = !isFirst && previousEntry.current !== pathname;
    previousEntry.current = pathname;
    if (isOther) document.getElementById('main')?.focus({ preventScroll: true });
    const position = type === 'POP' && (!isFirst || isReturn()) ? of(entry) : undefined;
    settledEntry.current = position === undefined ? entry : undefined;
    if (isOther) window.scrollTo(0, 0);
    if (position !== undefined)
      return scrollWhenPossible(position, () => (settledEntry.current = entry));
  }, [entry, pathname, type]);
  useEffect(
    () =>
      watchScrollPositions(
        (positions.current ??= createScrollPositions()),
        () => settledEntry.current,
      ),
    [],
  );
}
