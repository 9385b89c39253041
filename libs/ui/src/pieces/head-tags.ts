import { inBrowser, page } from '@cme/commons/auth-token';
import { isOpen, pageTitle, site } from '@cme/commons/branding';

/** Structured data as search engines read it (schema.org), without its `@context`. */
export interface StructuredData {
  '@type': string;
  [key: string]: unknown;
}

/** What a page tells those who list and share it. */
export interface Head {
  /** Page name, as in the title. */
  name: string;
  /** One or two sentences; the site's own where there are none. */
  description?: string | undefined;
  /** Path and query under which the page is listed. What only sorts or pages stays out. */
  path: string;
  /** Path or address of its picture; the site's logo where there is none. */
  image?: string | undefined;
  type?: 'website' | 'article' | undefined;
  /** Not to be listed: what is personal, a search or no page at all. */
  isHidden?: boolean | undefined;
  /** Where the page stands, as `Breadcrumb` has it. */
  trail?: readonly { title: string; href?: string }[] | undefined;
  data?: readonly StructuredData[] | undefined;
}

/** One element of a document's head, for a rendering server and the browser alike. */
export interface HeadTag {
  tag: 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  text?: string;
}

const longest = 150;

/** A path as an absolute address on this site's own domain. */
export function siteUrl(path: string): string {
  const { origin, host } = inBrowser()
    ? location
    : { host: page().host, origin: page().origin ?? '' };
  return new URL(path, origin || `http://${host}`).href;
}

/** A picture's absolute address for those who show no drawings: chat apps and search engines. The
 * site's own drawings lie there as points as well. */
export const pictureUrl = (path: string): string =>
  siteUrl(path.replace(/^(\/qm\/static\/.+)\.svg$/, '$1.png'));

const meta = (key: 'name' | 'property', name: string, content: string): HeadTag[] =>
  content ? [{ tag: 'meta', attributes: { [key]: name, content } }] : [];

/** Everything of a page's head but its title. */
export function headTags({
  name,
  description,
  path,
  image,
  type = 'website',
  isHidden = false,
  trail = [],
  data = [],
}: Head): HeadTag[] {
  const here = site();
  const isListed = !isHidden && isOpen(here);
  const address = siteUrl(path);
  const about = short(
    description || [name, here.site_name, here.slogan].filter(Boolean).join('，'),
  );
  // A picture that came inside of the page has no address to be shared by.
  const picture = image && !image.startsWith('data:') ? image : here.site_logo;
  const facts = isListed
    ? [...(trail.length > 1 ? [breadcrumbData(trail, path)] : []), ...data]
    : [];
  return [
    ...meta('name', 'description', about),
    ...meta('name', 'robots', isListed ? '' : 'noindex'),
    ...(isListed
      ? [{ tag: 'link' as const, attributes: { rel: 'canonical', href: address } }]
      : []),
    ...meta('property', 'og:type', type),
    ...meta('property', 'og:site_name', here.site_name),
    ...meta('property', 'og:title', name || pageTitle(undefined)),
    ...meta('property', 'og:description', about),
    ...meta('property', 'og:url', address),
    ...meta('property', 'og:image', picture ? pictureUrl(picture) : ''),
    ...meta('property', 'og:locale', 'zh_CN'),
    ...facts.map((fact) => ({
      tag: 'script' as const,
      attributes: { type: 'application/ld+json' },
      text: JSON.stringify({ '@context': 'https://schema.org', ...fact }),
    })),
  ];
}

const breadcrumbData = (trail: NonNullable<Head['trail']>, path: string): StructuredData => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ title, href = path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: title,
    item: siteUrl(href),
  })),
});

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
