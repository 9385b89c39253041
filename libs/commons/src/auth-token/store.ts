import { CONTRACT_VERSION } from '@cme/contract';
import { inBrowser, page } from './page.ts';
import { pageSession } from './state.ts';

/** Names in this origin's storage. `user_token` is part of the contract between domains; what was
 * added later stands beside it. */
const names = {
  token: 'user_token',
  contract: 'user_token_contract',
  family: 'user_token_family',
} as const;

/** The token of this origin, undefined when signed out and always on a server. A token that came
 * with the family's cookie counts only as long as that cookie is there: signing out on one
 * domain takes the cookie away, so no other domain shows a person who has left. */
export function readToken(): string | undefined {
  if (!inBrowser()) return undefined;
  const { memory } = pageSession();
  if (memory !== undefined) return memory || undefined;
  try {
    const token = localStorage.getItem(names.token);
    if (!token) return undefined;
    return localStorage.getItem(names.family) && !familySigned() ? undefined : token;
  } catch {
    return undefined;
  }
}

/** True when some domain of the family has a session that this origin may ask for. Never on a
 * customer domain. */
export function familySigned(): boolean {
  return (
    inBrowser() &&
    page().cookie_domain !== '' &&
    /(?:^|;\s*)cme_signed=1(?:;|$)/.test(document.cookie)
  );
}

/** Keeps the token; false when this browser refuses and only this page will know it. */
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
