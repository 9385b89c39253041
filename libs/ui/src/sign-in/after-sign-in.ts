import { site } from '@cme/commons/branding';
import {
  afterSignIn,
  entryPages,
  isElsewhere,
  loginLink,
  ownFamily,
  routes,
} from '@cme/commons/route-links';
import { goTo } from '../session/go-to.ts';
import { changeSign, currentSign } from './sign.atoms.ts';

/**
 * The return URL of the sign-in page, or the page the dialog is on; registration returns there
 * too.
 */
export function returnTarget({
  pathname,
  search,
  hash,
}: {
  pathname: string;
  search: string;
  hash: string;
}): string | undefined {
  if (pathname === routes.login.path || pathname === routes.wechatLogin.path)
    return new URLSearchParams(search).get('targetUrl') ?? undefined;
  return (
    new URLSearchParams(loginLink(location.origin + pathname + search + hash).split('?')[1]).get(
      'targetUrl',
    ) ?? undefined
  );
}

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

/**
 * After the dialog on an entry page: goes to the site's default URL unless an action is waiting.
 */
export function leaveDialog(): void {
  const { defaultLoginUrl = site().defaultLoginUrl, isAwaited } = currentSign().opt;
  changeSign({ show: false });
  if (!defaultLoginUrl || isAwaited || !entryPages.includes(location.pathname)) return;
  goTo(
    afterSignIn({ ...ownFamily(location.origin), defaultLoginUrl, pathname: location.pathname }),
  );
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
