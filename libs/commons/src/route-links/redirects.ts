import { page } from '@cme/commons/auth-token';
import { isElsewhere, linkTo, queryOf } from './link-to.ts';
import { forRouter, safeTarget, type Family } from './safe-target.ts';
import { entryPages, routes, type PageAccess } from './table.ts';

export interface SignInPlace extends Family {
  /** The raw query parameter. */
  targetUrl?: string | null | undefined;
  /** The page's own fallback. */
  fallback?: string | undefined;
  /** The site's default sign-in address; untrusted like any other. */
  defaultLoginUrl?: string | undefined;
  pathname: string;
}

/**
 * Where signing in leads: targetUrl; else the fallback; else, on an entry page, the default sign-in
 * address; else home. Unsafe targets and the sign-in page itself are skipped.
 */
export function afterSignIn({
  targetUrl,
  fallback,
  defaultLoginUrl,
  pathname,
  ...family
}: SignInPlace): string {
  const isEntry = entryPages.includes(pathname);
  const candidates = [targetUrl, fallback, isEntry ? defaultLoginUrl : undefined];
  for (const target of candidates) {
    const address = safeTarget(target, family);
    if (address && !isLogin(address)) return forRouter(address, family.origin);
  }
  return linkTo.home();
}

const isLogin = (address: string) =>
  new URL(address).pathname.replace(/\/+$/, '') === routes.login.path;

/** This page's family, for `safeTarget` and `afterSignIn`. */
export function ownFamily(origin: string): Family {
  return { origin, family: page().family };
}

/**
 * Address of the sign-in page that returns to `from`, a full address. `again` lets a signed-in
 * person sign in again; `why` is only sent to another origin, which cannot know the reason. The
 * sign-in page itself keeps its existing return address.
 */
export function loginLink(
  from: string,
  { again = false, why }: { again?: boolean; why?: 'closed' | 'login' | undefined } = {},
): string {
  const url = new URL(from);
  const isHere = url.pathname === routes.login.path;
  const returnTarget = isHere ? (url.searchParams.get('targetUrl') ?? '') : createReturnTarget(url);
  return (
    linkTo.login() +
    queryOf({
      targetUrl: returnTarget,
      again: again ? '1' : '',
      why: isElsewhere(linkTo.login()) ? why : '',
    })
  );
}

/** A path on the same origin, otherwise an absolute address. */
function createReturnTarget(url: URL): string {
  const { areas } = page();
  const path = url.pathname + url.search + url.hash;
  return !areas['portal'] || areas['portal'] === url.origin ? path : url.origin + path;
}

export type Decision = 'allow' | 'ask' | 'away' | 'closed' | 'login';

/**
 * The guard's decision for a page: `closed` the site is closed and nobody is signed in (该站点不对外开放,
 * then sign-in) · `login` the page requires sign-in (请先登陆, then sign-in) · `away` the sign-in page
 * for a signed-in person · `ask` not known yet whether somebody is signed in · `allow`.
 */
export function guard({
  access,
  pathname,
  isOpen,
  session,
  again = false,
}: {
  access: PageAccess;
  pathname: string;
  isOpen: boolean;
  session: 'in' | 'out' | 'unknown';
  again?: boolean;
}): Decision {
  if (access === 'guest')
    return pathname === routes.login.path && session === 'in' && !again ? 'away' : 'allow';
  if (session === 'in' || (access === 'open' && isOpen)) return 'allow';
  if (session === 'unknown') return 'ask';
  return isOpen ? 'login' : 'closed';
}
