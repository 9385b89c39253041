import { forRouter, isElsewhere } from '@cme/commons/route-links';
import type { NavigateFunction } from '@cme/ui/router';

interface PageRouter {
  navigate?: NavigateFunction | undefined;
}

/**
 * The router of this page, for code outside components. Other releases of this library read it by
 * this key.
 */
const pageRouter = ((globalThis as { [key: symbol]: PageRouter | undefined })[
  Symbol.for('cme.way.1')
] ??= {});

export function setPageNavigate(navigate: NavigateFunction): void {
  pageRouter.navigate = navigate;
}

/**
 * Navigates to a value of `linkTo.*`: by the router on this origin, otherwise by a full page
 * load.
 */
export function goTo(
  href: string,
  { replace = false, state }: { replace?: boolean; state?: unknown } = {},
): void {
  const to = forRouter(href, location.origin);
  if (!isElsewhere(to) && pageRouter.navigate)
    return void pageRouter.navigate(to, { replace, state });
  if (replace) location.replace(to);
  else location.assign(to);
}
