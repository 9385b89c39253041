import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';

/** Milliseconds between health checks, and the timeout of one. */
const interval = 2000;
const patience = 2000;
/** Failed checks in a row after which an API that still accepts connections is left out. */
const chances = 2;

export interface Upstreams {
  /**
   * All APIs in order of preference: healthy ones first. The same key yields the same first choice.
   */
  order(key?: string): string[];
  /** Marks an API that refused a connection: it is left out until a health check succeeds. */
  failed(origin: string): void;
  close(): void;
}

/** Rendezvous hashing: when an API disappears, only its own keys move, spread over the others. */
export function rank(origins: readonly string[], key: string): string[] {
  const weight = (origin: string) => createHash('md5').update(`${origin} ${key}`).digest('hex');
  return origins
    .map((origin) => ({ origin, weight: weight(origin) }))
    .toSorted((a, b) => (a.weight < b.weight ? -1 : 1))
    .map(({ origin }) => origin);
}

/** How much a failed check counts: an API that reports shutdown is left out immediately. */
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

/** Tracks which APIs are healthy. A single API is not checked: it is used in any case. */
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
