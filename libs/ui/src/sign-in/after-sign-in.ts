import { site } from '@cme/commons/branding';
import { afterSignIn, isElsewhere, ownFamily, routes } from '@cme/commons/route-links';
import { goTo } from '../session/go-to.ts';
import { currentSign } from './sign.atoms.ts';

const signInPaths: readonly string[] = [
  routes.login.path,
  routes.wechatLogin.path,
  routes.registPerson.path,
  routes.forgetpwd.path,
];

let isLeaving = false;

/**
 * Leaves the sign-in page for the first of: targetUrl, the fallback, the default URL, home. Runs
 * once, because form and guard both call it and navigation to another origin takes time.
 */
export function leaveSignIn(fallback?: string): void {
  if (!signInPaths.includes(location.pathname) || isLeaving) return;
  const target = signInTarget(fallback);
  if (isElsewhere(target)) {
    isLeaving = true;
    // After returning from the back/forward cache it can leave again.
    addEventListener('pageshow', () => (isLeaving = false), { once: true });
  }
  goTo(target, { replace: true });
}

function signInTarget(fallback?: string): string {
  const defaultLoginUrl = currentSign().opt.defaultLoginUrl || site().defaultLoginUrl;
  const targetUrl = new URLSearchParams(location.search).get('targetUrl');
  return afterSignIn({
    ...ownFamily(location.origin),
    targetUrl,
    fallback,
    defaultLoginUrl,
    pathname: location.pathname,
  });
}
