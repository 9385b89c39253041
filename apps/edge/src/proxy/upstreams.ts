import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';

/** Milliseconds between health checks, and the timeout of one. */
const checkIntervalMs = 2000;
const checkTimeoutMs = 2000;
/** Failed checks in a row after which an API that still accepts connections is left out. */
const maxFailures = 2;

export interface Upstreams {
  /**
   * All APIs in order of preference: healthy ones first. The same key yields the same first choice.
   */
  order(key?: string): string[];
  /** Marks an API that refused a connection: it is left out until a health check succeeds. */
  markFailed(origin: string): void;
  close(): void;
}

/** Rendezvous hashing: when an API disappears, only its own keys move, spread over the others. */
export function rankUpstreams(origins: readonly string[], key: string): string[] {
  const weight = (origin: string) => createHash('md5').update(`${origin} ${key}`).digest('hex');
  return origins
    .map((origin) => ({ origin, weight: weight(origin) }))
    .toSorted((a, b) => (a.weight < b.weight ? -1 : 1))
    .map(({ origin }) => origin);
}

/** How much a failed check counts: an API that reports shutdown is left out immediately. */
async function checkHealth(origin: string): Promise<number> {
  try {
    const answer = await fetch(`${origin}/healthz`, {
      signal: AbortSignal.timeout(checkTimeoutMs),
    });
    if (answer.ok) return 0;
    const { status } = (await answer.json()) as { status?: string };
    return status === 'leaving' ? maxFailures : 1;
  } catch {
    return 1;
  }
}

/** Tracks which APIs are healthy. A single API is not checked: it is used in any case. */
export function createUpstreams(origins: readonly string[], log: FastifyBaseLogger): Upstreams {
  const failures = new Map<string, number>();
  const isUnhealthy = (origin: string) => (failures.get(origin) ?? 0) >= maxFailures;
  let nextIndex = 0;

  function recordFailures(origin: string, misses: number): void {
    const before = isUnhealthy(origin);
    failures.set(origin, misses);
    if (before !== isUnhealthy(origin))
      log.warn({ upstream: origin }, before ? 'api healthy again' : 'api unhealthy');
  }

  async function check(origin: string): Promise<void> {
    const misses = await checkHealth(origin);
    recordFailures(origin, misses === 0 ? 0 : (failures.get(origin) ?? 0) + misses);
  }

  const timer =
    origins.length > 1
      ? setInterval(() => void Promise.all(origins.map(check)), checkIntervalMs).unref()
      : undefined;
  return {
    order(key) {
      if (origins.length === 1) return [...origins];
      nextIndex += 1;
      const ranked = key
        ? rankUpstreams(origins, key)
        : origins.map((_, index) => origins[(index + nextIndex) % origins.length] as string);
      return [...ranked.filter((origin) => !isUnhealthy(origin)), ...ranked.filter(isUnhealthy)];
    },
    markFailed: (origin) => origins.length > 1 && recordFailures(origin, maxFailures),
    close: () => clearInterval(timer),
  };
}
