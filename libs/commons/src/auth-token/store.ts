import { CONTRACT_VERSION } from '@cme/contract/base';
import { inBrowser, page } from './page.ts';
import { pageSession } from './state.ts';

/**
 * Storage keys. `user_token` is part of the contract between domains; later additions use separate
 * keys.
 */
const names = {
  token: 'user_token',
  contract: 'user_token_contract',
  family: 'user_token_family',
} as const;

/**
 * The token of this origin; undefined when signed out and always on a server. A token that came
 * with the family's cookie is valid only while that cookie exists: signing out on one domain
 * removes the cookie, so no other domain still shows the person.
 */
export function readToken(): string | undefined {
  if (!inBrowser()) return undefined;
  const { memory } = pageSession();
  return memory === undefined ? readStoredToken() : memory || undefined;
}

/** The token before anything has happened on the page. */
export function readStoredToken(): string | undefined {
  try {
    const token = localStorage.getItem(names.token);
    if (!token) return undefined;
    return localStorage.getItem(names.family) && !familySigned() ? undefined : token;
  } catch {
    return undefined;
  }
}

/** True when the family has a session that this origin may request. Never on a customer domain. */
export function familySigned(): boolean {
  return (
    inBrowser() &&
    page().cookie_domain !== '' &&
    /(?:^|;\s*)cme_signed=1(?:;|$)/.test(document.cookie)
  );
}

/** Stores the token; false when storage is unavailable and only this page has it. */
export function writeToken(token: string): boolean {
  const state = pageSession();
  try {
    localStorage.setItem(names.token, token);
    localStorage.setItem(names.contract, String(CONTRACT_VERSION));
    if (familySigned()) localStorage.setItem(names.family, '1');
    else localStorage.removeItem(names.family);
    state.memory = undefined;
    return true;
  } catch {
    removeToken();
    state.memory = token;
    return false;
  }
}

export function removeToken(): void {
  const state = pageSession();
  try {
    for (const name of Object.values(names)) localStorage.removeItem(name);
    state.memory = undefined;
  } catch {
    state.memory = '';
  }
}
