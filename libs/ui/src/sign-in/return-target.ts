import { loginLink, routes } from '@cme/commons/route-links';

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
