import {
  activated,
  clear,
  familyCookies,
  inBrowser,
  lookAgain,
  pageSession,
  readToken,
  subscribe,
  tell,
  type PageSession,
  type SessionListener,
} from '@cme/commons/auth-token';
import { load } from './lazy-call.ts';
import { pageClient, restore } from './restore.ts';

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

async function watch(state: PageSession, me: symbol): Promise<void> {
  await activated();
  let unread: number | undefined;
  let failures = 0;
  while (state.watching === me) {
    if (document.hidden) await waitUntilVisible();
    await restore({ again: true });
    lookAgain();
    const startedAt = Date.now();
    const answer = readToken() === undefined ? 'nothing' : await askServer(unread);
    if (state.watching !== me) return;
    unread = typeof answer === 'number' ? answer : answer === 'nothing' ? undefined : unread;
    failures = answer === 'failed' ? failures + 1 : 0;
    if (answer === 'nothing') await waitForChange();
    else if (failures > 0 || Date.now() - startedAt < pauses.least)
      await waitForChange(Math.min(pauses.least * 2 ** failures, pauses.most));
  }
}

/** One long poll; aborted when the page is hidden. */
async function askServer(
  unread: number | undefined,
): Promise<number | 'nothing' | 'failed' | 'again'> {
  const token = readToken();
  const leaving = new AbortController();
  const leave = () => document.hidden && leaving.abort();
  const gone = () => leaving.abort();
  document.addEventListener('visibilitychange', leave);
  addEventListener('pagehide', gone);
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
    if (data.unread_count !== unread) tell({ kind: 'unread', unread_count: data.unread_count });
    return data.unread_count;
  } catch {
    return leaving.signal.aborted ? 'again' : 'failed';
  } finally {
    document.removeEventListener('visibilitychange', leave);
    removeEventListener('pagehide', gone);
  }
}

function endSession(): 'nothing' {
  clear('elsewhere');
  return 'nothing';
}

/** Resolves when the page is visible. */
function waitUntilVisible(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
  });
}

/**
 * Resolves after the pause, or earlier when something may have changed: page visible, network back,
 * signed in.
 */
function waitForChange(pause?: number): Promise<void> {
  return new Promise((resolve) => {
    const signals = ['focus', 'online', 'pageshow'] as const;
    const stop = subscribe(({ kind }) => kind !== 'unread' && wake());
    const timer = pause === undefined ? undefined : setTimeout(wake, pause);
    function wake() {
      clearTimeout(timer);
      stop();
      for (const signal of signals) removeEventListener(signal, wake);
      document.removeEventListener('visibilitychange', wake);
      familyCookies()?.removeEventListener('change', wake);
      lookAgain();
      resolve();
    }
    for (const signal of signals) addEventListener(signal, wake);
    document.addEventListener('visibilitychange', wake);
    familyCookies()?.addEventListener('change', wake);
  });
}
