import { inBrowser, page } from '@cme/commons/auth-token';
import { isOpen, pageTitle, site } from '@cme/commons/branding';

/** Structured data as search engines read it (schema.org), without its `@context`. */
export interface StructuredData {
  '@type': string;
  [key: string]: unknown;
}

/** Metadata of a page for search engines and link previews. */
export interface Head {
  /** Page name, as in the title. */
  name: string;
  /** One or two sentences; defaults to the site's description. */
  description?: string | undefined;
  /** Canonical path and query. Parameters for sorting and paging are left out. */
  path: string;
  /** Path or URL of an image; defaults to the site's logo. */
  image?: string | undefined;
  type?: 'website' | 'article' | undefined;
  /** Not to be indexed: personal pages, searches, error pages. */
  isHidden?: boolean | undefined;
  /** Breadcrumb trail, as for `Breadcrumb`. */
  trail?: readonly { title: string; href?: string }[] | undefined;
  data?: readonly StructuredData[] | undefined;
}

/** An element of the document head, for server and browser alike. */
export interface HeadTag {
  tag: 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  text?: string;
}

const maxLength = 150;

/** Makes a path absolute on this site's domain. */
export function siteUrl(path: string): string {
  const { origin, host } = inBrowser()
    ? location
    : { host: page().host, origin: page().origin ?? '' };
  return new URL(path, origin || `http://${host}`).href;
}

/**
 * Absolute URL of an image for clients that do not render SVG: chat apps and search engines. Each
 * SVG of the site is also available as PNG.
 */
export const pictureUrl = (path: string): string =>
  siteUrl(path.replace(/^(\/qm\/static\/.+)\.svg$/, '$1.png'));

const createMeta = (key: 'name' | 'property', name: string, content: string): HeadTag[] =>
  content ? [{ tag: 'meta', attributes: { [key]: name, content } }] : [];

/** All tags of a page's head except the title. */
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
  const currentSite = site();
  const isListed = !isHidden && isOpen(currentSite);
  const address = siteUrl(path);
  const shortDescription = shorten(
    description || [name, currentSite.site_name, currentSite.slogan].filter(Boolean).join('，'),
  );
  // An inlined image has no URL that could be shared.
  const picture = image && !image.startsWith('data:') ? image : currentSite.site_logo;
  const structuredData = isListed
    ? [...(trail.length > 1 ? [createBreadcrumbData(trail, path)] : []), ...data]
    : [];
  return [
    ...createMeta('name', 'description', shortDescription),
    ...createMeta('name', 'robots', isListed ? '' : 'noindex'),
    ...(isListed
      ? [{ tag: 'link' as const, attributes: { rel: 'canonical', href: address } }]
      : []),
    ...createMeta('property', 'og:type', type),
    ...createMeta('property', 'og:site_name', currentSite.site_name),
    ...createMeta('property', 'og:title', name || pageTitle(undefined)),
    ...createMeta('property', 'og:description', shortDescription),
    ...createMeta('property', 'og:url', address),
    ...createMeta('property', 'og:image', picture ? pictureUrl(picture) : ''),
    ...createMeta('property', 'og:locale', 'zh_CN'),
    ...structuredData.map((fact) => ({
      tag: 'script' as const,
      attributes: { type: 'application/ld+json' },
      text: JSON.stringify({ '@context': 'https://schema.org', ...fact }),
    })),
  ];
}

const createBreadcrumbData = (trail: NonNullable<Head['trail']>, path: string): StructuredData => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ title, href = path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    item: siteUrl(href),
  })),
});

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
