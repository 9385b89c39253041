import { site } from '@cme/commons/branding';
import { pictureUrl, siteUrl } from '../head/head-tags.ts';

/** What the share menu shows for a page. */
export interface ShareCard {
  title: string;
  desc: string;
  link: string;
  imgUrl: string;
}

const metaContent = (name: string): string =>
  document.head
    .querySelector(`meta[property="${name}"], meta[name="${name}"]`)
    ?.getAttribute('content') ?? '';

/**
 * Built from the page's head. Personal pages and pages behind sign-in are shared as the site,
 * since their URL would be useless to others.
 */
export function shareCard(): ShareCard {
  const { site_name, slogan, circle_logo, site_logo } = site();
  const logo = circle_logo || site_logo;
  const imgUrl = logo ? pictureUrl(logo) : '';
  if (metaContent('robots') === 'noindex' || !metaContent('og:url'))
    return { title: site_name, desc: slogan || site_name, link: siteUrl('/'), imgUrl };
  return {
    title: document.title || site_name,
    desc: metaContent('og:description') || slogan,
    link: metaContent('og:url'),
    imgUrl: metaContent('og:image') || imgUrl,
  };
}

/**
 * The URL to sign. WeChat on iOS only knows the URL under which the document was loaded; on
 * Android it is the current URL.
 */
export function signedAddress(agent = navigator.userAgent): string {
  const [document] = performance.getEntriesByType('navigation');
  const isApple = /iPhone|iPad|iPod/.test(agent);
  const address = isApple && document ? document.name : location.href;
  return address.replace(/#.*$/s, '');
}
