import { inBrowser, page, readToken } from '@cme/commons/auth-token';
import type { Client } from './exchange.ts';

/** How this page reaches its site's API, with the current token. */
export function pageClient(): Client {
  const { addresses, api_inside, full_domain_name: fullDomainName } = page();
  if (!inBrowser()) return { apiBase: api_inside ?? addresses.api, fullDomainName };
  const apiBase = addresses.api || location.origin;
  return { apiBase, fullDomainName, token: readToken(), credentials: readCredentials(apiBase) };
}

/** Whether cookies go to the API. */
export const readCredentials = (apiBase: string | URL): RequestCredentials =>
  new URL(apiBase).origin === location.origin ? 'same-origin' : 'include';

/** Not sent by forms: only scripts of the family restore a session. */
export const restoreHeader = { 'X-CME-Restore': '1' };
