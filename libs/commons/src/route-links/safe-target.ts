import { isPlainHttp } from '@cme/contract';

/** Where a redirect may lead. */
export interface Family {
  /** Hosts, port included. */
  family: readonly string[];
  /** Origin of the page that redirects; paths are read against it. */
  origin: string;
}

/** Backslashes and control or white-space characters: URL parsers turn or drop them, so a text
 * with one is not what it shows. */
const tricks =
  /[\\\u0000-\u0020\u007f-\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/;

/** The address that a redirect to `target` would open, or undefined when it must not be followed.
 * Decided by parsing as a browser does: only https, or http where this page and the host are
 * served so, only a host of the site's family, no user name or password, no path that reads as a
 * host. Use the answer, never the text that was given. */
export function safeTarget(
  target: string | null | undefined,
  { family, origin }: Family,
): string | undefined {
  if (!target || target.length > 4096 || tricks.test(target) || !/^(\/|https?:\/\/)/i.test(target))
    return undefined;
  const url = URL.parse(target, origin);
  if (!url || url.username || url.password || url.pathname.startsWith('//')) return undefined;
  const isScheme =
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && origin.startsWith('http:') && isPlainHttp(url.host));
  return isScheme && family.includes(url.host) ? url.href : undefined;
}

/** A safe address as the router takes it: the path when it is on this origin. */
export function forRouter(address: string, origin: string): string {
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
}
