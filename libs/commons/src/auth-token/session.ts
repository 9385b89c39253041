import { inBrowser, page } from './page.ts';
import { showToast } from './stage.ts';
import { pageSession, notifyListeners, type EndReason, type SessionListener } from './state.ts';
import { familySigned, readToken, removeToken, writeToken } from './store.ts';

const notStoredWarning = '浏览器不允许保存登录状态，关闭或刷新页面后需要重新登录';

/**
 * Stores a token from a sign-in, or one `carried` over from the family's session, which never
 * triggers a question. If storage is unavailable the token is kept for this page, with one warning.
 */
export function signedIn(token: string, carried = false): void {
  const state = pageSession();
  const isStored = writeToken(token);
  Object.assign(state, { quiet: false, told: token });
  if (!carried) {
    state.asked = false;
    state.tried.clear();
  }
  notifyListeners({ kind: 'signed-in' });
  if (isStored || state.warned) return;
  state.warned = true;
  showToast('warning', notStoredWarning);
}

/** Ends the session on this page. Listeners are notified once; clearing again does nothing. */
export function clear(reason: EndReason): void {
  const state = pageSession();
  const wasSignedIn = state.told !== undefined || readToken() !== undefined;
  removeToken();
  state.told = undefined;
  if (reason === 'lost') state.tried.add('');
  else state.quiet = true;
  if (wasSignedIn) notifyListeners({ kind: 'signed-out', reason });
}

/**
 * Compares the stored token with the last notified one and notifies listeners of changes made by
 * another tab or domain.
 */
export function syncToken(): void {
  const state = pageSession();
  const token = readToken();
  if (token === state.told) return;
  if (token === undefined) return clear('elsewhere');
  Object.assign(state, { told: token, quiet: false });
  notifyListeners({ kind: 'signed-in' });
}

/** Subscribes to this page's session; returns the unsubscribe function. */
export function subscribe(listener: SessionListener): () => void {
  const { listeners } = pageSession();
  listenToPage();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while the family has a session that this origin has neither accepted nor found missing. */
export function isRestorable(): boolean {
  const { restoring, tried } = pageSession();
  return readToken() === undefined && familySigned() && (restoring !== undefined || !tried.has(''));
}

/** True while the browser prerenders this page. */
export const isPrerendering = (): boolean =>
  inBrowser() && (document as { prerendering?: boolean }).prerendering === true;

/** Resolves when the page is activated: immediately unless it is prerendered. */
export function activated(): Promise<void> {
  if (!isPrerendering()) return Promise.resolve();
  return new Promise((resolve) =>
    document.addEventListener('prerenderingchange', () => resolve(), { once: true }),
  );
}

function listenToPage(): void {
  const state = pageSession();
  if (state.bound || !inBrowser()) return;
  Object.assign(state, { bound: true, told: state.told ?? readToken() });
  addEventListener('storage', syncToken);
  addEventListener('focus', syncToken);
  addEventListener('pageshow', syncToken);
  document.addEventListener('visibilitychange', syncToken);
  familyCookies()?.addEventListener('change', syncToken);
}

/** Events for cookie changes by other domains of the family, in browsers that support them. */
export function familyCookies(): EventTarget | undefined {
  return inBrowser() && page().cookie_domain !== ''
    ? (globalThis as { cookieStore?: EventTarget }).cookieStore
    : undefined;
}
