import { useQuery } from '@tanstack/react-query';
import { siteConfigQuery } from '../frame/site-config.ts';

export type Way = 'password' | 'sms';
const own: readonly Way[] = ['password', 'sms'];

/** What this site offers for signing in and registering. Of ways that this version does not know
 * nothing is shown; while nothing is known, or none of them is, all are, and the server decides. */
export function useSignInWays(): { ways: readonly Way[]; isRegistOpen: boolean } {
  const { data } = useQuery(siteConfigQuery());
  const ways = own.filter((way) => data?.login_ways.includes(way) ?? true);
  return { ways: ways.length > 0 ? ways : own, isRegistOpen: data?.regist_open !== 'N' };
}
