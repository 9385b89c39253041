import { readTab, useSession, useUserInfo, writeTab } from '@cme/shell';
import { useNavigation } from '@cme/ui/router';
import { useEffect, useRef } from 'react';
import type { Kind } from './catalogue.queries.ts';

/** The user's profile as filters. */
export const getProfileFilters = (user: {
  series_code: string;
  level: string;
  post_type: string;
}) => ({
  series: user.series_code,
  level: user.level,
  post_type: user.post_type,
});

const isDefaultOff = (): boolean => readTab('catalogue_filter') === 'all';

/** Remembers whether the user turned the default filter off. */
export const storeChoice = (choice: 'all' | 'own'): void =>
  writeTab('catalogue_filter', choice === 'all' ? choice : undefined);

/**
 * Applies the profile of a learner with a complete profile as default filter. It is written into
 * the URL like any other filter, and a URL that has filters is left alone. Does nothing during a
 * navigation, which it would cancel.
 */
export function useDefaultFilter(
  kind: Kind,
  search: URLSearchParams,
  choose: (own: Record<string, string>) => void,
): void {
  const { signedIn } = useSession();
  const { user } = useUserInfo();
  const isApplicable = kind === 'profession' && search.size === 0 && signedIn;
  const isComplete = user?.is_complete === 'Y' && user.series_code && user.level;
  const ownFilters = isApplicable && isComplete ? JSON.stringify(getProfileFilters(user)) : '';
  const latestChoose = useRef(choose);
  latestChoose.current = choose;
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    if (ownFilters && !isLeaving && !isDefaultOff())
      latestChoose.current(JSON.parse(ownFilters) as Record<string, string>);
  }, [ownFilters, isLeaving]);
}
