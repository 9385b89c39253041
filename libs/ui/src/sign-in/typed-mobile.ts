const key = 'cme_known_mobile';

/**
 * Hands the typed number over to the registration page of the same origin. It is never put into a
 * URL, so on another origin it must be typed again.
 */
export function storeTypedMobile(mobile: string, href: string): void {
  if (new URL(href, location.href).origin !== location.origin) return;
  try {
    sessionStorage.setItem(key, mobile);
  } catch {
    // Without storage the number must be typed again.
  }
}

/** Returns the number once and removes it; empty if there is none. */
export function takeTypedMobile(): string {
  try {
    const mobile = sessionStorage.getItem(key) ?? '';
    sessionStorage.removeItem(key);
    return mobile;
  } catch {
    return '';
  }
}
