import { LRUCache } from 'lru-cache';

export interface Limits {
  /** Milliseconds for which a value is current. */
  fresh: number;
  /** Milliseconds after that for which it is still returned, while its successor is being made. */
  stale: number;
  /** Greatest number of values. */
  max: number;
}

interface Entry<Value> {
  value: Promise<Value>;
  since: number;
  isRefreshing?: boolean;
}

/**
 * Stale-while-revalidate: only the first request for a key, and one after a long pause, wait for
 * `make`. Concurrent requests share one call. Errors, and values that `isKept` refuses, are not
 * cached; it also gets the value that would be replaced.
 */
export function createRefreshingCache<Value>(
  { fresh, stale, max }: Limits,
  isKept: (value: Value, before?: Value) => boolean,
) {
  type Make = (before?: Value) => Promise<Value>;
  const entries = new LRUCache<string, Entry<Value>>({ max });

  function replace(key: string, before: Entry<Value> | undefined, make: Make): Promise<Value> {
    const last = before?.value.catch(() => undefined);
    const entry = { value: last ? last.then(make) : make(), since: performance.now() };
    entries.set(key, entry);
    const drop = () => entries.peek(key) === entry && entries.delete(key);
    entry.value.then((value) => isKept(value) || drop(), drop);
    return entry.value;
  }

  /** If it fails, the entry stays until it is too old. */
  async function refresh(key: string, entry: Entry<Value>, make: Make): Promise<void> {
    entry.isRefreshing = true;
    try {
      const before = await entry.value;
      const value = await make(before);
      if (isKept(value, before) && entries.peek(key) === entry)
        entries.set(key, { value: Promise.resolve(value), since: performance.now() });
    } catch {
      // The next request that finds the entry too old reports the error.
    } finally {
      entry.isRefreshing = false;
    }
  }

  return {
    clear: () => entries.clear(),
    get size() {
      return entries.size;
    },
    /** Whether `get` returns a value, or shares one being made, without making another. */
    has(key: string): boolean {
      const entry = entries.peek(key);
      return entry !== undefined && performance.now() - entry.since < fresh + stale;
    },
    /** `make` receives the last value, if there was one. */
    get(key: string, make: Make): Promise<Value> {
      const entry = entries.get(key);
      const age = entry ? performance.now() - entry.since : Infinity;
      if (!entry || age >= fresh + stale) return replace(key, entry, make);
      if (age >= fresh && !entry.isRefreshing) void refresh(key, entry, make);
      return entry.value;
    },
  };
}
