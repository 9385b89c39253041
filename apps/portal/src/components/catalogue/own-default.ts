import { useSession, useUserInfo } from '@cme/ui';
import { useNavigation } from '@cme/ui/router';
import { useEffect, useRef } from 'react';
import type { Kind } from './catalogue.queries.ts';

const place = 'catalogue for everybody';

/** The user's profile as filters. */
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

/** Remembers whether the user turned the default filter off. */
export function keepWish(wish: 'all' | 'own'): void {
  try {
    if (wish === 'all') sessionStorage.setItem(place, 'Y');
    else sessionStorage.removeItem(place);
  } catch {
    // Without storage the default filter applies again on the next visit.
  }
}

/**
 * Applies the profile of a learner with a complete profile as default filter. It is written into
 * the URL like any other filter, and a URL that has filters is left alone. Does nothing during a
 * navigation, which it would cancel.
 */
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
