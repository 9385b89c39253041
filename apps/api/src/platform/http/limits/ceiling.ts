import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '../call-limits.ts';
import { staticPrefix } from '../static-files.ts';

const silent = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

/** Networks counted at the same time: with too few, a crowd would reset one another's counters. */
const mostNetworks = 50_000;

/** Requests of a network to this process, in multiples of the calls of its strangers without a proof
 * of work: far above the peak of a hospital whose 3,000 people study at once. */
const multiple = 20;

/** The only limit that does not look at the session, and that nothing lifts. */
export async function limitRequests(
  app: FastifyInstance,
  perMinute: number,
  isEdge: (request: FastifyRequest) => Promise<boolean> | boolean = () => false,
): Promise<void> {
  await app.register(fastifyRateLimit, {
    max: perMinute * multiple,
    timeWindow: 60_000,
    keyGenerator: clientNetwork,
    cache: mostNetworks,
    // Pictures are immutable files.
    allowList: (request) => request.url.startsWith(staticPrefix) || isEdge(request),
    addHeadersOnExceeding: silent,
  });
}
