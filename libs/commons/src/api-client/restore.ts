import {
  activated,
  familySigned,
  inBrowser,
  pageSession,
  readToken,
  signedIn,
  notifyListeners,
} from '@cme/commons/auth-token';
import { load } from './lazy-call.ts';
import { pageClient, restoreHeader } from './page-client.ts';

const sessionRestore = async () =>
  (await import(/* webpackChunkName: "exchange" */ '@cme/contract/person/session')).sessionRestore;

/**
 * Requests a token with the family's cookie if this origin has none, or to replace the `dead` one.
 * Returns true if signed in. Waits for activation on a prerendered page. Concurrent callers share
 * one call, and each token (or none) is tried once per page; `again` allows another try, for a page
 * that becomes visible again.
 */
export async function restore({
  dead,
  again = false,
}: { dead?: string; again?: boolean } = {}): Promise<boolean> {
  if (!inBrowser()) return false;
  await activated();
  const state = pageSession();
  if (readToken() !== dead) return readToken() !== undefined;
  if (state.restoring) return state.restoring;
  const tried = dead ?? '';
  if (state.signingIn > 0 || !familySigned() || (state.tried.has(tried) && !again)) return false;
  state.tried.add(tried);
  state.restoring = requestSession(dead).then((isRestored) => {
    state.restoring = undefined;
    if (!isRestored) notifyListeners({ kind: 'not-restored' });
    return isRestored;
  });
  return state.restoring;
}

/** A token that arrived meanwhile is kept. */
async function requestSession(deadToken: string | undefined): Promise<boolean> {
  try {
    const { call, exchange } = await load(sessionRestore);
    const client = { ...pageClient(), token: undefined };
    const { data, message } = await exchange(client, call, {}, { headers: restoreHeader });
    if (data.restored !== 'Y' || !message) return false;
    if (readToken() === deadToken) signedIn(message, true);
    return true;
  } catch {
    return false;
  }
}
