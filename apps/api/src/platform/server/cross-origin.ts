import fastifyCors from '@fastify/cors';
import { proofHeader } from '@cme/contract/base';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context/context.ts';
import { getSites } from '../sites/site.cache.ts';
import { isSiteOrigin } from '../sites/site.rules.ts';

/**
 * CORS for our own sites only. The origin is named, never `*`; other origins get no CORS headers.
 */
export async function registerCors(app: FastifyInstance, context: AppContext): Promise<void> {
  await app.register(fastifyCors, {
    origin: (origin, done) => {
      if (origin === undefined) return done(null, false);
      getSites(context).then(
        (sites) => done(null, isSiteOrigin(sites, origin, context.settings.port)),
        (error: Error) => done(error, false),
      );
    },
    credentials: true,
    methods: ['GET', 'POST', 'HEAD', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Content-Type',
      'X-Token',
      'X-CME-Restore',
      'X-CME-Contract',
      proofHeader,
      'Tus-Resumable',
      'Upload-Offset',
    ],
    exposedHeaders: ['Tus-Resumable', 'Upload-Offset', 'Upload-Length'],
    maxAge: 600,
    strictPreflight: false,
  });
  const guarding = securityHeaders(!context.settings.mainDomain.endsWith('localhost'));
  app.addHook('onRequest', (_, reply, next) => {
    reply.headers(guarding);
    next();
  });
}

/** Headers of every response. They are constant: this API serves no pages, frames or scripts. */
function securityHeaders(overTls: boolean): Record<string, string> {
  return {
    'content-security-policy':
      "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(overTls ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
