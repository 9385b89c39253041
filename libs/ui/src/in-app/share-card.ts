import { site } from '@cme/commons/branding';
import { pictureUrl, siteUrl } from '../pieces/head-tags.ts';

/** What the share menu shows of a page. */
export interface ShareCard {
  title: string;
  desc: string;
  link: string;
  imgUrl: string;
}

const said = (name: string): string =>
  document.head
    .querySelector(`meta[property="${name}"], meta[name="${name}"]`)
    ?.getAttribute('content') ?? '';

/** From the head of the page. What is personal, or stands behind a sign-in, is shared as the site:
 * its address would help nobody. */
export function shareCard(): ShareCard {
  const { site_name, slogan, circle_logo, site_logo } = site();
  const logo = circle_logo || site_logo;
  const imgUrl = logo ? pictureUrl(logo) : '';
  if (said('robots') === 'noindex' || !said('og:url'))
    return { title: site_name, desc: slogan || site_name, link: siteUrl('/'), imgUrl };
  return {
    title: document.title || site_name,
    desc: said('og:description') || slogan,
    link: said('og:url'),
    imgUrl: said('og:image') || imgUrl,
  };
}

/** The address that is signed. WeChat on iOS knows the address under which the document came and
 * no later one; on Android it is the one of the address bar. */
export function signedAddress(agent = navigator.userAgent): string {
  const [document] = performance.getEntriesByType('navigation');
  const isApple = /iPhone|iPad|iPod/.test(agent);
  const address = isApple && document ? document.name : location.href;
  return address.replace(/#.*$/s, '');
}
