import { forRouter, isElsewhere } from '@cme/commons/route-links';
import type { NavigateFunction } from '@cme/ui/router';

interface Way {
  navigate?: NavigateFunction | undefined;
}

/** The router of this page, also for code that stands outside of it. */
const way = ((globalThis as { [key: symbol]: Way | undefined })[Symbol.for('cme.way.1')] ??= {});

export function installWay(navigate: NavigateFunction): void {
  way.navigate = navigate;
}

/** Goes to what `linkTo.*` answers: inside the router when the page is on this origin, by a real
 * navigation when it is not. */
export function goTo(
  href: string,
  { replace = false, state }: { replace?: boolean; state?: unknown } = {},
): void {
  const to = forRouter(href, location.origin);
  if (!isElsewhere(to) && way.navigate) return void way.navigate(to, { replace, state });
  if (replace) location.replace(to);
  else location.assign(to);
}
