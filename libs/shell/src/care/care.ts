import { page } from '@cme/commons/auth-token';
import { useSyncExternalStore } from 'react';

/**
 * The cookie shares the choice across all platform domains; the server renders the class before
 * the first paint.
 */
const careCookie = 'cme_care';
const careClass = 'care';

const listeners = new Set<() => void>();
const year = 31_536_000;

const isCare = (): boolean => document.documentElement.classList.contains(careClass);

export function setCare(on: boolean): void {
  document.documentElement.classList.toggle(careClass, on);
  const domain = page().cookie_domain;
  const attributes = `path=/; samesite=lax${domain ? `; domain=${domain}` : ''}${location.protocol === 'https:' ? '; secure' : ''}`;
  document.cookie = `${careCookie}=${on ? '1' : ''}; max-age=${on ? year : 0}; ${attributes}`;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Only known after hydration: what is rendered before must look right through the class alone. */
export function useCare(): boolean {
  return useSyncExternalStore(subscribe, isCare, () => false);
}
