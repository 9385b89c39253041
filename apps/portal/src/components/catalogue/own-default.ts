import { useSession, useUserInfo } from '@cme/ui';
import { useNavigation } from '@cme/ui/router';
import { useEffect, useRef } from 'react';
import type { Kind } from './catalogue.queries.ts';

const place = 'catalogue for everybody';

/** What suits somebody, as the list's filters. */
export const ownFilters = (user: { series_code: string; level: string; post_type: string }) => ({
  series: user.series_code,
  level: user.level,
  post_type: user.post_type,
});

function wantsAll(): boolean {
  try {
    return sessionStorage.getItem(place) === 'Y';
  } catch {
    return false;
  }
}

/** Whoever takes the choice away gets everything, until they ask for it again. */
export function keepWish(wish: 'all' | 'own'): void {
  try {
    if (wish === 'all') sessionStorage.setItem(place, 'Y');
    else sessionStorage.removeItem(place);
  } catch {
    // Without storage the choice comes back with the next visit of the page.
  }
}

/** A learner with a whole profile begins with what suits them. It stands in the address like any
 * other choice, and an address that chooses something itself stays as it is. While another page is
 * on its way nothing is chosen: that one would not come. */
export function useOwnDefault(
  kind: Kind,
  search: URLSearchParams,
  choose: (own: Record<string, string>) => void,
): void {
  const { signedIn } = useSession();
  const { user } = useUserInfo();
  const isOpen = kind === 'profession' && search.size === 0 && signedIn;
  const isWhole = user?.is_complete === 'Y' && user.series_code && user.level;
  const own = isOpen && isWhole ? JSON.stringify(ownFilters(user)) : '';
  const chooses = useRef(choose);
  chooses.current = choose;
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    if (own && !isLeaving && !wantsAll())
      chooses.current(JSON.parse(own) as Record<string, string>);
  }, [own, isLeaving]);
}
