import { networkOf } from '@cme/contract/site/network';
import { LRUCache } from 'lru-cache';
import type { WorkLimits } from '../settings/settings.ts';

/** Thrown when a client asks for too much. */
export class TooMuchWorkError extends Error {
  readonly statusCode = 429;
  /** Its network. */
  readonly client: string;
  /** Seconds after which it may ask again. */
  readonly retryAfter: number;
  constructor(client: string, retryAfter: number) {
    super('too much work for one client');
    this.client = client;
    this.retryAfter = retryAfter;
  }
}

/** The API answers no more calls of a visitor for a while. */
export class VisitorRefusedError extends Error {}

interface Client {
  /** Pieces of work left at `since`. */
  left: number;
  since: number;
  running: number;
  waiting: (() => void)[];
}

const mostClients = 50_000;

/**
 * Limits what is expensive, such as rendering, and not what is cached: a hospital of thousands behind
 * one address shares its pages. A client's work is done a few pieces at a time, so that everybody
 * else's is never far behind it.
 */
export function createWorkLimit({ burst, perSecond, atOnce }: WorkLimits) {
  const clients = new LRUCache<string, Client>({ max: mostClients });

  function findClient(address: string): Client {
    const network = networkOf(address);
    const now = performance.now();
    const known = clients.get(network);
    if (!known) {
      const client = { left: burst, since: now, running: 0, waiting: [] };
      clients.set(network, client);
      return client;
    }
    known.left = Math.min(burst, known.left + ((now - known.since) / 1000) * perSecond);
    known.since = now;
    return known;
  }

  return {
    /** Does the work, or throws `TooMuchWorkError`. */
    async run<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
      const client = findClient(address);
      if (client.left < 1)
        throw new TooMuchWorkError(networkOf(address), Math.ceil((1 - client.left) / perSecond));
      client.left -= 1;
      if (client.running < atOnce) client.running += 1;
      else await new Promise<void>((resolve) => client.waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = client.waiting.shift();
        if (next) next();
        else client.running -= 1;
      }
    },
    /** For a client that was refused elsewhere: it causes no work for these seconds. */
    pause(address: string, seconds: number): TooMuchWorkError {
      const client = findClient(address);
      client.left = Math.min(client.left, 1 - seconds * perSecond);
      return new TooMuchWorkError(networkOf(address), seconds);
    },
  };
}
export type WorkLimit = ReturnType<typeof createWorkLimit>;
