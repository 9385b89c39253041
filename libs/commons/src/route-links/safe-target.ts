import { isPlainHttp } from '@cme/contract/site';

/** Where a redirect may lead. */
export interface Family {
  /** Hosts, port included. */
  family: readonly string[];
  /** Origin of the redirecting page; paths are resolved against it. */
  origin: string;
}

/**
 * Backslashes, control characters and white space: URL parsers rewrite or drop them, so a URL with
 * one is ambiguous.
 */
const unsafePattern =
  /[\\\u0000-\u0020\u007f-\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/;

/**
 * The address that a redirect to `target` would open, or undefined if it must not be followed.
 * Parsed as browsers do: https only (http only where this page and the host use it), a host of the
 * site's family, no user name or password, no path that reads as a host. Use the result, never the
 * raw input.
 */
export function safeTarget(
  target: string | null | undefined,
  { family, origin }: Family,
): string | undefined {
  if (
    !target ||
    target.length > 4096 ||
    unsafePattern.test(target) ||
    !/^(\/|https?:\/\/)/i.test(target)
  )
    return undefined;
  const url = URL.parse(target, origin);
  if (!url || url.username || url.password || url.pathname.startsWith('//')) return undefined;
  const isScheme =
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && origin.startsWith('http:') && isPlainHttp(url.host));
  return isScheme && family.includes(url.host) ? url.href : undefined;
}

/** A safe address as the router takes it: just the path when it is on this origin. */
export function forRouter(address: string, origin: string): string {
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
}
