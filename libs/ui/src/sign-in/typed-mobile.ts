const key = 'cme_known_mobile';

/** Hands the number that was typed to the registration page. On another origin it is typed again:
 * no address ever carries it. */
export function storeTypedMobile(mobile: string, href: string): void {
  if (new URL(href, location.href).origin !== location.origin) return;
  try {
    sessionStorage.setItem(key, mobile);
  } catch {
    // A browser that keeps nothing: the number is typed again.
  }
}

/** The number that was handed over, once; empty when there is none. */
export function takeTypedMobile(): string {
  try {
    const mobile = sessionStorage.getItem(key) ?? '';
    sessionStorage.removeItem(key);
    return mobile;
  } catch {
    return '';
  }
}
