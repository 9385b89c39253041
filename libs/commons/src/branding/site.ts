import { page } from '@cme/commons/auth-token';
import { send } from '@cme/commons/api-client';
import type { SiteLogo } from '@cme/contract';

const siteLogo = async () => (await import('@cme/contract/site/site')).siteLogo;

/** Branding of the site that this page belongs to, as the edge wrote it into the page: no call is
 * needed. */
export function site(): SiteLogo {
  return page().site;
}

/** The logo asked for by kind (`circle`, `site`, or empty). For TanStack Query; starts with what
 * the page carries. */
export function siteQuery(login_type: 'circle' | 'site' | '' = '') {
  return {
    queryKey: ['site_logo', login_type] as const,
    queryFn: ({ signal }: { signal?: AbortSignal }) =>
      send(siteLogo, { login_type }, signal ? { signal } : {}),
    initialData: () => page().site,
    staleTime: Infinity,
  };
}

/** May people read without signing in? */
export const isOpen = (site: Pick<SiteLogo, 'isOpenOutsideWorld'>): boolean =>
  site.isOpenOutsideWorld === 'Y';

/** Has the site come to its end? It shows a notice and nothing else. */
export const isEnded = (site: Pick<SiteLogo, 'isEndSite'>): boolean => site.isEndSite === 'Y';

/** Is it a customer's own domain, with player and personal centre mounted on it? */
export const isCustomer = (site: Pick<SiteLogo, 'isCustomerDomain'>): boolean =>
  site.isCustomerDomain === 'Y';

/** Does the domain belong to a site at all? One that has not opened yet does. */
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

/** Where a domain without a site sends people: the main site's host, by the scheme they came
 * with. Undefined when the site exists or names no main host. */
export function mainSiteOf(found: SiteLogo, protocol: string): string | undefined {
  if (isFound(found) || !found.main_host) return undefined;
  return `${protocol === 'https:' ? 'https' : 'http'}://${found.main_host}/`;
}
