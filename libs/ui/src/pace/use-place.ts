import { useLocation, useNavigationType } from '@cme/ui/router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { isReturn, openPlaces, type Places, returnTo, watchPlaces } from './places.ts';

/** Another path begins at its top, for the eye and for the keyboard; back and forward, also after
 * a reload or from another domain, lead to the place where the page was left. */
export function usePlace(): void {
  const { key, pathname, search } = useLocation();
  const type = useNavigationType();
  const entry = `${key} ${pathname}${search}`;
  const places = useRef<Places>(undefined);
  const before = useRef<string>(undefined);
  /** The entry in view, as long as it stands where its reader put it. */
  const settled = useRef<string>(undefined);
  useLayoutEffect(() => {
    const { of } = (places.current ??= openPlaces());
    const isFirst = before.current === undefined;
    const isOther = !isFirst && before.current !== pathname;
    before.current = pathname;
    if (isOther) document.getElementById('main')?.focus({ preventScroll: true });
    const place = type === 'POP' && (!isFirst || isReturn()) ? of(entry) : undefined;
    settled.current = place === undefined ? entry : undefined;
    if (isOther) window.scrollTo(0, 0);
    if (place !== undefined) return returnTo(place, () => (settled.current = entry));
  }, [entry, pathname, type]);
  useEffect(() => watchPlaces((places.current ??= openPlaces()), () => settled.current), []);
}
