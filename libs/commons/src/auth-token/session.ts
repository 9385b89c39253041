import { inBrowser, page } from './page.ts';
import { say } from './stage.ts';
import { pageSession, tell, type EndReason, type SessionListener } from './state.ts';
import { familySigned, readToken, removeToken, writeToken } from './store.ts';

const notStoredWarning = '浏览器不允许保存登录状态，关闭或刷新页面后需要重新登录';

/** Takes a token: of a sign-in, or `carried` over from the family's session, which never makes
 * this page ask again. A browser that refuses to store it keeps it for this page and says so
 * once. */
export function signedIn(token: string, carried = false): void {
  const state = pageSession();
  const isStored = writeToken(token);
  Object.assign(state, { quiet: false, told: token });
  if (!carried) {
    state.asked = false;
    state.tried.clear();
  }
  tell({ kind: 'signed-in' });
  if (isStored || state.warned) return;
  state.warned = true;
  say('warning', notStoredWarning);
}

/** Ends the session on this page. Listeners hear it once; clearing what is clear already tells
 * nobody. */
export function clear(reason: EndReason): void {
  const state = pageSession();
  const wasSignedIn = state.told !== undefined || readToken() !== undefined;
  removeToken();
  state.told = undefined;
  if (reason === 'lost') state.tried.add('');
  else state.quiet = true;
  if (wasSignedIn) tell({ kind: 'signed-out', reason });
}

/** Compares what is stored with what was told last, and tells the difference: another tab or
 * domain may have acted. */
export function lookAgain(): void {
  const state = pageSession();
  const token = readToken();
  if (token === state.told) return;
  if (token === undefined) return clear('elsewhere');
  Object.assign(state, { told: token, quiet: false });
  tell({ kind: 'signed-in' });
}

/** Hears of this page's session from now on; returns how to stop. */
export function subscribe(listener: SessionListener): () => void {
  const { listeners } = pageSession();
  listenToPage();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while the family has a session that this origin has not got an answer about: neither
 * signed in nor out. */
export function isRestorable(): boolean {
  const { restoring, tried } = pageSession();
  return readToken() === undefined && familySigned() && (restoring !== undefined || !tried.has(''));
}

/** True while the browser prepares this page ahead of a click that may never come. */
export const isPrerendering = (): boolean =>
  inBrowser() && (document as { prerendering?: boolean }).prerendering === true;

/** Resolves when the page is really shown: at once, unless the browser prepares it ahead of a
 * click. */
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
  addEventListener('storage', lookAgain);
  addEventListener('focus', lookAgain);
  addEventListener('pageshow', lookAgain);
  document.addEventListener('visibilitychange', lookAgain);
  familyCookies()?.addEventListener('change', lookAgain);
}

/** Tells of cookies that other domains of the family set and drop, at once, in browsers that have
 * it. */
export function familyCookies(): EventTarget | undefined {
  return inBrowser() && page().cookie_domain !== ''
    ? (globalThis as { cookieStore?: EventTarget }).cookieStore
    : undefined;
}
