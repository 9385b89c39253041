import { useQuery } from '@tanstack/react-query';
import { siteConfigQuery } from '../frame/site-config.ts';

export type SignInMethod = 'password' | 'sms';
const supported: readonly SignInMethod[] = ['password', 'sms'];

/** What this site offers for signing in and registering. Methods that this version does not know
 * are not shown; where none is known all are shown, and the server decides. */
export function useSignInMethods(): { methods: readonly SignInMethod[]; isRegistOpen: boolean } {
  const { data } = useQuery(siteConfigQuery());
  const methods = supported.filter((method) => data?.login_ways.includes(method) ?? true);
  return {
    methods: methods.length > 0 ? methods : supported,
    isRegistOpen: data?.regist_open !== 'N',
  };
}
