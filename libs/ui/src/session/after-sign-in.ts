import { site } from '@cme/commons/branding';
import { afterSignIn, ownFamily, routes } from '@cme/commons/route-links';
import type { UserInfo } from '@cme/contract';
import { useQueryClient } from '@tanstack/react-query';
import { goTo } from './go-to.ts';
import { changeSign, signNow } from './sign.atoms.ts';
import { userInfoQuery } from './use-user-info.ts';

interface Arrival {
  user: UserInfo;
  defaultLoginUrl: string;
}

/** Takes over what a sign-in or a registration answers: who it is, and where they want to go by default. */
export function useArrive(): (arrival: Arrival) => void {
  const client = useQueryClient();
  return ({ user, defaultLoginUrl }) => {
    client.setQueryData(userInfoQuery().queryKey, user);
    changeSign({ show: false, opt: { defaultLoginUrl }, login_error_msg: '' });
  };
}

/** Where the sign-in page was asked to lead; registration leads there too. */
export function wishedTarget({ pathname, search }: { pathname: string; search: string }): string | undefined {
  return pathname === routes.login.path ? (new URLSearchParams(search).get('targetUrl') ?? undefined) : undefined;
}

const places: readonly string[] = [routes.login.path, routes.registPerson.path, routes.forgetpwd.path];

/** Leaves a sign-in page in the order of the spec: targetUrl, the fallback, the default sign-in address, home.
 * Does nothing where it has been left already. */
export function leaveSignIn(fallback?: string): void {
  if (!places.includes(location.pathname)) return;
  goTo(signInTarget(fallback), { replace: true });
}

function signInTarget(fallback?: string): string {
  const defaultLoginUrl = signNow().opt.defaultLoginUrl || site().defaultLoginUrl;
  const targetUrl = new URLSearchParams(location.search).get('targetUrl');
  return afterSignIn({ ...ownFamily(location.origin), targetUrl, fallback, defaultLoginUrl, pathname: location.pathname });
}
