import { useLocation, useNavigationType } from '@cme/ui/router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import {
  isReturn,
  openScrollPositions,
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
  const before = useRef<string>(undefined);
  /** The history entry in view, set once its position is final. */
  const settled = useRef<string>(undefined);
  useLayoutEffect(() => {
    const { of } = (positions.current ??= openScrollPositions());
    const isFirst = before.current === undefined;
    const isOther = !isFirst && before.current !== pathname;
    before.current = pathname;
    if (isOther) document.getElementById('main')?.focus({ preventScroll: true });
    const place = type === 'POP' && (!isFirst || isReturn()) ? of(entry) : undefined;
    settled.current = place === undefined ? entry : undefined;
    if (isOther) window.scrollTo(0, 0);
    if (place !== undefined) return scrollWhenPossible(place, () => (settled.current = entry));
  }, [entry, pathname, type]);
  useEffect(
    () =>
      watchScrollPositions((positions.current ??= openScrollPositions()), () => settled.current),
    [],
  );
}
