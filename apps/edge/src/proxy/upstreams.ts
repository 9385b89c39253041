import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';

/** Time between two looks at an API, and how long its answer may take. */
const interval = 2000;
const patience = 2000;
/** So many looks in vain, one after the other, and an API that still takes connections is left
 * out. */
const chances = 2;

export interface Upstreams {
  /** All that may be asked, the best first: those that are well, then the others. Whoever shows
   * the same key comes to the same one. */
  order(key?: string): string[];
  /** Could not be connected to: left out until it answers again. */
  failed(origin: string): void;
  close(): void;
}

/** Rendezvous hashing: a missing one moves nobody but its own, and each of its own to any of the
 * others. */
export function rank(origins: readonly string[], key: string): string[] {
  const weight = (origin: string) => createHash('md5').update(`${origin} ${key}`).digest('hex');
  return origins
    .map((origin) => ({ origin, weight: weight(origin) }))
    .toSorted((a, b) => (a.weight < b.weight ? -1 : 1))
    .map(({ origin }) => origin);
}

/** How many looks in vain this one counts for: one that says that it leaves is left out at once,
 * before it refuses anybody. */
async function missesOf(origin: string): Promise<number> {
  try {
    const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(patience) });
    if (answer.ok) return 0;
    const { status } = (await answer.json()) as { status?: string };
    return status === 'leaving' ? chances : 1;
  } catch {
    return 1;
  }
}

/** Knows which APIs are well. Of one alone nothing needs to be known: it is asked in any case. */
export function openUpstreams(origins: readonly string[], log: FastifyBaseLogger): Upstreams {
  const missed = new Map<string, number>();
  const isOut = (origin: string) => (missed.get(origin) ?? 0) >= chances;
  let turn = 0;

  function note(origin: string, misses: number): void {
    const before = isOut(origin);
    missed.set(origin, misses);
    if (before !== isOut(origin))
      log.warn({ upstream: origin }, before ? 'api is back' : 'api left out');
  }

  async function look(origin: string): Promise<void> {
    const misses = await missesOf(origin);
    note(origin, misses === 0 ? 0 : (missed.get(origin) ?? 0) + misses);
  }

  const timer =
    origins.length > 1
      ? setInterval(() => void Promise.all(origins.map(look)), interval).unref()
      : undefined;
  return {
    order(key) {
      if (origins.length === 1) return [...origins];
      turn += 1;
      const ranked = key
        ? rank(origins, key)
        : origins.map((_, at) => origins[(at + turn) % origins.length] as string);
      return [...ranked.filter((origin) => !isOut(origin)), ...ranked.filter(isOut)];
    },
    failed: (origin) => origins.length > 1 && note(origin, chances),
    close: () => clearInterval(timer),
  };
}
