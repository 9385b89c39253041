/** Normalised request target: a path that starts with exactly one slash, and the query string. */
export function parseTarget(url: string): { path: string; search: string } {
  const local = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  const { pathname, search } = new URL(`http://x${local.startsWith('/') ? local : `/${local}`}`);
  return { path: pathname.replace(/\/{2,}/g, '/'), search };
}

/**
 * True for paths that parsers may read differently: dot segments (also encoded), broken escapes and
 * control characters.
 */
export function isAmbiguous(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    const plainTarget = decodeURIComponent(path);
    return /(^|[\\/])\.{1,2}([\\/]|$)|\p{Cc}/u.test(plainTarget) || path.startsWith('//');
  } catch {
    return true;
  }
}

/**
 * Path for the log: known words only, because any other segment may be a secret or a personal
 * number.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return path
    .split('/')
    .slice(0, 8)
    .map((word) => (/^([a-z][a-z_]{0,23}|v5)?$/.test(word) ? word : '*'))
    .join('/');
}
