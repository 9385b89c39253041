import { page } from '@cme/commons/auth-token';
import { send } from '@cme/commons/api-client';
import type { SiteLogo } from '@cme/contract/site';

const siteLogo = async () => (await import('@cme/contract/site/site')).siteLogo;

/** Branding of this page's site, from the page block: no call is needed. */
export function site(): SiteLogo {
  return page().site;
}

/**
 * The logo of a kind (`circle`, `site`, or empty). A TanStack Query whose initial data comes from
 * the page.
 */
export function siteQuery(loginType: 'circle' | 'site' | '' = '') {
  return {
    queryKey: ['site_logo', loginType] as const,
    queryFn: ({ signal }: { signal?: AbortSignal }) =>
      send(siteLogo, { login_type: loginType }, signal ? { signal } : {}),
    initialData: () => page().site,
    staleTime: Infinity,
  };
}

/** Whether people may read without signing in. */
export const isOpen = (site: Pick<SiteLogo, 'isOpenOutsideWorld'>): boolean =>
  site.isOpenOutsideWorld === 'Y';

/** Whether the site has ended. It shows only a notice then. */
export const isEnded = (site: Pick<SiteLogo, 'isEndSite'>): boolean => site.isEndSite === 'Y';

/** Whether this is a customer's domain, with player and personal centre mounted on it. */
export const isCustomer = (site: Pick<SiteLogo, 'isCustomerDomain'>): boolean =>
  site.isCustomerDomain === 'Y';

/** Whether the domain belongs to a site, including one that has not opened yet. */
export const isFound = (
  site: Pick<SiteLogo, 'isEffectiveSite' | 'isEndSite' | 'opens_at'>,
): boolean => site.isEffectiveSite === 'Y' || isEnded(site) || site.opens_at !== undefined;

/** `<page name>-<site name>`, or the site's name alone for a page without one. */
export function pageTitle(
  name: string | undefined,
  { site_name }: Pick<SiteLogo, 'site_name'> = site(),
): string {
  return name ? `${name}-${site_name}` : site_name;
}

/**
 * Where visitors of an unknown domain are sent: the main site's host, with the scheme they came
 * with. Undefined when the site exists or names no main host.
 */
export function mainSiteOf(site: SiteLogo, protocol: string): string | undefined {
  if (isFound(site) || !site.main_host) return undefined;
  return `${protocol === 'https:' ? 'https' : 'http'}://${site.main_host}/`;
}
