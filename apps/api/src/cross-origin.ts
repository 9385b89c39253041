import fastifyCors from '@fastify/cors';
import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { House } from './house.ts';
import { sitesOf } from './modules/site/site.cache.ts';
import { isOriginOf } from './modules/site/site.rules.ts';

/** Pages of our own sites may ask from another origin, nobody else's. What is allowed is named, never `*`; an origin that
 * is not ours gets no permission at all. */
export async function openToFamily(app: FastifyInstance, house: House): Promise<void> {
  await app.register(fastifyCors, {
    origin: async (origin: string | undefined) => origin !== undefined && isOriginOf(await sitesOf(house), origin, house.settings.port),
    credentials: true,
    methods: ['GET', 'POST'],
    allowedHeaders: ['Content-Type', 'X-Token', 'X-CME-Restore', 'X-CME-Contract'],
    maxAge: 600,
    strictPreflight: false,
  });
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-site' },
    hsts: house.settings.mainDomain.endsWith('localhost') ? false : { maxAge: 31_536_000 },
    xFrameOptions: { action: 'deny' },
  });
}
