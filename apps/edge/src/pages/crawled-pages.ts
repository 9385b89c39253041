import type { SiteMapRow } from '@cme/contract/site';
import type { AreaPages, Page } from '@cme/contract/site/pages';

/** Beginnings of addresses that search engines keep away from: personal pages and forms. */
export function findHiddenPaths(
  declared: AreaPages | undefined,
  areas: readonly string[],
): string[] {
  const others = areas.filter((area) => area !== 'portal').map((area) => `/${area}`);
  const hidden = (declared?.pages ?? []).filter(isHidden).map(({ path, crawling }) => {
    const [beginning = ''] = path.split(':', 1);
    return crawling === 'hidden_with_query' ? `${beginning}?` : beginning;
  });
  const all = [...others, ...hidden];
  // What begins with another one is hidden with it.
  return all.filter((path) => !all.some((other) => other !== path && path.startsWith(other)));
}

const isHidden = ({ access, crawling }: Page): boolean =>
  access === 'learner' || crawling === 'hidden' || crawling === 'hidden_with_query';

/** Pages of every site, and those that the API calls special for this one. */
export const findListedPaths = ({ pages }: AreaPages, specials: readonly string[]): string[] =>
  pages
    .filter(
      ({ path, crawling }) =>
        crawling === 'listed' || (crawling === 'special' && specials.includes(path.slice(1))),
    )
    .map(({ path }) => path);

/** The address of a row of the API's site map; undefined if no page shows it. */
export function findRowPath(
  { pages }: AreaPages,
  { kind, content_type, id }: SiteMapRow,
): string | undefined {
  const findPage = (wanted: string) => pages.find(({ rows }) => rows?.kinds.includes(wanted));
  const page = findPage(`${kind}:${content_type}`) ?? findPage(kind);
  if (!page) return undefined;
  const value = encodeURIComponent(id);
  const path = page.path.replace(/:\w+/, value);
  return page.rows?.query ? `${path}?${page.rows.query}=${value}` : path;
}
