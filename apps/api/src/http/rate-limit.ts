import fastifyRateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const silent = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

/** The library's own key fails for a client that has disconnected: its address is gone. */
const keyGenerator = ({ ip }: FastifyRequest): string => (ip ? normalizeIP(ip) : 'disconnected');

/** Limits the requests of one address per minute. */
export async function limitRequests(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(fastifyRateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator,
    addHeadersOnExceeding: silent,
  });
}
