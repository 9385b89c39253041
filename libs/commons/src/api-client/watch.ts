import {
  activated,
  clear,
  familyCookies,
  inBrowser,
  syncToken,
  pageSession,
  readToken,
  subscribe,
  notifyListeners,
  type PageSession,
  type SessionListener,
} from '@cme/commons/auth-token';
import { load } from './lazy-call.ts';
import { pageClient } from './page-client.ts';
import { restore } from './restore.ts';

const sessionWatch = async () =>
  (await import(/* webpackChunkName: "exchange" */ '@cme/contract/person/session')).sessionWatch;

/**
 * Milliseconds between two polls if the API answers immediately: from `least`, doubled on each
 * failure, up to `most`.
 */
const pauses = { least: 500, most: 30_000 };

/**
 * Subscribes to this page's session and polls the server while the page is visible: a sign-out on
 * another domain and new messages arrive within two seconds. One watcher runs per page for all
 * listeners.
 */
export function watchSession(listener: SessionListener): () => void {
  const stop = subscribe(listener);
  const state = pageSession();
  state.watchers += 1;
  if (inBrowser() && !state.watching) void watch(state, (state.watching = Symbol('watch')));
  return () => {
    stop();
    state.watchers -= 1;
    if (state.watchers === 0) state.watching = undefined;
  };
}

async function watch(state: PageSession, watcher: symbol): Promise<void> {
  await activated();
  let unread: number | undefined;
  let failures = 0;
  while (state.watching === watcher) {
    if (document.hidden) await waitUntilVisible();
    await restore({ again: true });
    syncToken();
    const startedAt = Date.now();
    const answer = readToken() === undefined ? 'nothing' : await pollServer(unread);
    if (state.watching !== watcher) return;
    unread = typeof answer === 'number' ? answer : answer === 'nothing' ? undefined : unread;
    failures = answer === 'failed' ? failures + 1 : 0;
    if (answer === 'nothing') await waitForChange();
    else if (failures > 0 || Date.now() - startedAt < pauses.least)
      await waitForChange(Math.min(pauses.least * 2 ** failures, pauses.most));
  }
}

/** One long poll; aborted when the page is hidden. */
async function pollServer(
  unread: number | undefined,
): Promise<number | 'nothing' | 'failed' | 'again'> {
  const token = readToken();
  const leaving = new AbortController();
  const abortIfHidden = () => document.hidden && leaving.abort();
  const abort = () => leaving.abort();
  document.addEventListener('visibilitychange', abortIfHidden);
  addEventListener('pagehide', abort);
  try {
    const { call, exchange } = await load(sessionWatch);
    const { data } = await exchange(
      pageClient(),
      call,
      unread === undefined ? {} : { unread_count: String(unread) },
      { signal: leaving.signal },
    );
    if (readToken() !== token) return 'again';
    if (data.signed_in === 'N') return (await restore({ dead: token })) ? 'again' : endSession();
    if (data.unread_count !== unread)
      notifyListeners({ kind: 'unread', unread_count: data.unread_count });
    return data.unread_count;
  } catch {
    return leaving.signal.aborted ? 'again' : 'failed';
  } finally {
    document.removeEventListener('visibilitychange', abortIfHidden);
    removeEventListener('pagehide', abort);
  }
}

function endSession(): 'nothing' {
  clear('elsewhere');
  return 'nothing';
}

/** Resolves when the page is visible. */
function waitUntilVisible(): Promise<void> {
  return new Promise((resolve) => {
    const checkVisible = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', checkVisible);
      resolve();
    };
    document.addEventListener('visibilitychange', checkVisible);
  });
}

/**
 * Resolves after the pause, or earlier when something may have changed: page visible, network back,
 * signed in.
 */
function waitForChange(pause?: number): Promise<void> {
  return new Promise((resolve) => {
    const signals = ['focus', 'online', 'pageshow'] as const;
    const stop = subscribe(({ kind }) => kind !== 'unread' && endWait());
    const timer = pause === undefined ? undefined : setTimeout(endWait, pause);
    function endWait() {
      clearTimeout(timer);
      stop();
      for (const signal of signals) removeEventListener(signal, endWait);
      document.removeEventListener('visibilitychange', endWait);
      familyCookies()?.removeEventListener('change', endWait);
      syncToken();
      resolve();
    }
    for (const signal of signals) addEventListener(signal, endWait);
    document.addEventListener('visibilitychange', endWait);
    familyCookies()?.addEventListener('change', endWait);
  });
}
