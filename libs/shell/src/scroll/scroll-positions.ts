import { readTab, writeTab } from '../storage/tab-storage.ts';
import { throttle } from './rate-limit.ts';

/** Number of history entries whose positions are kept. */
const maxEntries = 60;
/** How long to wait for content to load. */
const maxWaitMs = 5000;
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scroll positions by history entry, kept in session storage across reloads and domains. */
export function createScrollPositions() {
  const positions = readPositions();
  return {
    of: (entry: string): number | undefined => positions.get(entry),
    put(entry: string, top: number) {
      positions.delete(entry);
      positions.set(entry, top);
    },
    store: () => writeTab('places', [...positions].slice(-maxEntries)),
  };
}
export type ScrollPositions = ReturnType<typeof createScrollPositions>;

function readPositions(): Map<string, number> {
  const stored = readTab('places');
  const isPlace = (row: unknown): row is [string, number] =>
    Array.isArray(row) && typeof row[0] === 'string' && Number.isFinite(row[1]);
  return new Map(Array.isArray(stored) ? stored.filter(isPlace) : []);
}

/** True if this document was loaded by a reload or by back or forward, not by a link. */
export function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || navigation?.type === 'back_forward';
}

/**
 * Stores the position of each history entry. While a page is hidden, the browser's own
 * restoration applies.
 */
export function watchScrollPositions(
  places: ScrollPositions,
  entry: () => string | undefined,
): () => void {
  const remember = throttle(() => {
    const entryName = entry();
    if (entryName !== undefined) places.put(entryName, Math.round(window.scrollY));
  });
  const storePositions = () => {
    places.store();
    history.scrollRestoration = 'auto';
  };
  const takeOver = () => (history.scrollRestoration = 'manual');
  takeOver();
  const listeners = [
    ['scroll', remember],
    ['pagehide', storePositions],
    ['pageshow', takeOver],
  ] as const;
  for (const [event, act] of listeners) window.addEventListener(event, act, { passive: true });
  return () => {
    for (const [event, act] of listeners) window.removeEventListener(event, act);
    remember.cancel();
    storePositions();
  };
}

/**
 * Scrolls to a position as soon as the page is long enough, unless the user scrolls first. Calls
 * `done` when finished.
 */
export function scrollWhenPossible(top: number, done: () => void): () => void {
  const isThere = () => document.documentElement.scrollHeight - window.innerHeight >= top - 1;
  const stop = () => {
    observer?.disconnect();
    clearTimeout(timer);
    for (const event of userEvents) window.removeEventListener(event, stop);
    done();
  };
  const scroll = () => {
    if (!isThere()) return false;
    window.scrollTo(0, top);
    stop();
    return true;
  };
  let observer: ResizeObserver | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (scroll()) return () => undefined;
  observer = new ResizeObserver(() => void scroll());
  observer.observe(document.body);
  timer = setTimeout(stop, maxWaitMs);
  for (const event of userEvents) window.addEventListener(event, stop, { passive: true });
  return stop;
}
