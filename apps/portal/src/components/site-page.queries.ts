import { send } from '@cme/commons/api-client';
import { routes } from '@cme/commons/route-links';
import type { SitePageName } from '@cme/contract/site';
import { queryOptions } from '@tanstack/react-query';

const sitePage = async () => (await import('@cme/contract/site/site-page')).sitePage;

export const sitePageTitles: Readonly<Record<SitePageName, string>> = {
  about: routes.about.title,
  contact: routes.contact.title,
  terms: routes.terms.title,
  privacy: routes.privacy.title,
};

/** One of the site's own pages, in its newest version unless one is named. */
export const sitePageQuery = (page: SitePageName, version = '') =>
  queryOptions({
    queryKey: ['site_page', page, version],
    queryFn: ({ signal }) => send(sitePage, { page, version }, { signal }),
    staleTime: 60_000,
  });
