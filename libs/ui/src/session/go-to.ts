import { forRouter, isElsewhere } from '@cme/commons/route-links';
import type { NavigateFunction } from '@cme/ui/router';

interface PageRouter {
  navigate?: NavigateFunction | undefined;
}

/** The router of this page, also for code outside of its components. The name is read by other
 * releases of this library. */
const pageRouter = ((globalThis as { [key: symbol]: PageRouter | undefined })[
  Symbol.for('cme.way.1')
] ??= {});

export function setPageNavigate(navigate: NavigateFunction): void {
  pageRouter.navigate = navigate;
}

/** Goes to what `linkTo.*` answers: inside the router when the page is on this origin, by a real
 * navigation when it is not. */
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
