/** The request's target as this server reads it: a path that begins with one slash, and what
 * stands behind the question mark. */
export function targetOf(url: string): { path: string; search: string } {
  const local = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  const { pathname, search } = new URL(`http://x${local.startsWith('/') ? local : `/${local}`}`);
  return { path: pathname.replace(/\/{2,}/g, '/'), search };
}

/** Whether a path can be read in two ways: dot segments, also encoded ones, broken escapes and
 * control characters. */
export function isAmbiguous(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    const plain = decodeURIComponent(path);
    return /(^|[\\/])\.{1,2}([\\/]|$)|\p{Cc}/u.test(plain) || path.startsWith('//');
  } catch {
    return true;
  }
}

/** A path as a log may hold it: words of our own. Whatever else stands in it may be a secret or
 * somebody's number. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return path
    .split('/')
    .slice(0, 8)
    .map((word) => (/^([a-z][a-z_]{0,23}|v5)?$/.test(word) ? word : '*'))
    .join('/');
}
