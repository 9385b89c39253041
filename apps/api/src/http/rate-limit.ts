import fastifyRateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const silent = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

/** Addresses counted at the same time: with too few, a crowd would reset one another's counters. */
const mostAddresses = 50_000;

/** The library's own key fails for a client that has disconnected: its address is gone. */
const keyGenerator = ({ ip }: FastifyRequest): string => (ip ? normalizeIP(ip) : 'disconnected');

/** Limits the requests of one address per minute, except those that `isExempt` names. */
export async function limitRequests(
  app: FastifyInstance,
  perMinute: number,
  isExempt: (request: FastifyRequest) => Promise<boolean> | boolean = () => false,
): Promise<void> {
  await app.register(fastifyRateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    cache: mostAddresses,
    keyGenerator,
    allowList: isExempt,
    addHeadersOnExceeding: silent,
  });
}
