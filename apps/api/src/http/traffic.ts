import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

/** Headers that say who a request is for, and for whom; given twice, proxies and servers may
 * believe different ones. */
const single = new Set([
  'host',
  'x-token',
  'content-type',
  'content-length',
  'origin',
  'authorization',
]);

/** Refuses requests that could be read in two ways, names each request, and writes one line about
 * it: method, the route's pattern, status, time. A path itself may contain a pass, which grants
 * access. */
export function watchTraffic(app: FastifyInstance): void {
  app.addHook('onRequest', ({ id, raw }, reply, next) => {
    reply.header('x-request-id', id);
    next(isAmbiguous(raw) ? new Refusal(400, '请求头重复', 'bad_request') : undefined);
  });
  app.addHook('onResponse', (request, reply, next) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    next();
  });
}

function isAmbiguous({ headers, rawHeaders }: IncomingMessage): boolean {
  // Nearly always every name came once: then there are as many as lines.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return false;
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (single.has(name) && seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}
