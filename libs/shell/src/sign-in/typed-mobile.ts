import { readTab, writeTab } from '../storage/tab-storage.ts';

/**
 * Hands the typed number over to the registration page of the same origin. It is never put into a
 * URL, so on another origin it must be typed again.
 */
export function storeTypedMobile(mobile: string, href: string): void {
  if (new URL(href, location.href).origin === location.origin) writeTab('known_mobile', mobile);
}

/** Returns the number once and removes it; empty if there is none. */
export function takeTypedMobile(): string {
  const mobile = readTab('known_mobile');
  writeTab('known_mobile', undefined);
  return typeof mobile === 'string' ? mobile : '';
}
