import { page } from '@cme/commons/auth-token';
import { isElsewhere, linkTo, queryOf } from './link-to.ts';
import { forRouter, safeTarget, type Family } from './safe-target.ts';
import { entryPages, routes, type PageAccess } from './table.ts';

export interface SignInPlace extends Family {
  /** The query parameter as it came. */
  targetUrl?: string | null | undefined;
  /** What the page itself would fall back to. */
  fallback?: string | undefined;
  /** The site's default sign-in address; it comes from a server and is judged like any other. */
  defaultLoginUrl?: string | undefined;
  pathname: string;
}

/** Where signing in leads: targetUrl; else the fallback; else, on an entry page, the
 * default sign-in address; else home. What is not safe, or is the sign-in page again, counts as
 * absent. */
export function afterSignIn({
  targetUrl,
  fallback,
  defaultLoginUrl,
  pathname,
  ...family
}: SignInPlace): string {
  const isEntry = entryPages.includes(pathname);
  const wanted = [targetUrl, fallback, isEntry ? defaultLoginUrl : undefined];
  for (const target of wanted) {
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

/** Address of the sign-in page with the way back to `from`, a full address. `again` lets a person
 * in who is signed in; `why` travels along only to another origin, where nobody else could say
 * it. From the sign-in page itself the way back is kept as it is. */
export function loginLink(
  from: string,
  { again = false, why }: { again?: boolean; why?: 'closed' | 'login' | undefined } = {},
): string {
  const url = new URL(from);
  const isHere = url.pathname === routes.login.path;
  const back = isHere ? (url.searchParams.get('targetUrl') ?? '') : wayBack(url);
  return (
    linkTo.login() +
    queryOf({
      targetUrl: back,
      again: again ? '1' : '',
      why: isElsewhere(linkTo.login()) ? why : '',
    })
  );
}

/** A path when sign-in happens on the same origin, the whole address when it does not. */
function wayBack(url: URL): string {
  const { areas } = page();
  const path = url.pathname + url.search + url.hash;
  return areas.portal === '' || areas.portal === url.origin ? path : url.origin + path;
}

export type Decision = 'allow' | 'ask' | 'away' | 'closed' | 'login';

/** What the guard does with a page: `closed` the site is not open and nobody is
 * signed in (该站点不对外开放, then sign-in) · `login` the page needs a sign-in (请先登陆, then sign-in) ·
 * `away` the sign-in page of a signed-in person · `ask` whether somebody is signed in is not
 * known yet · `allow`. */
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
