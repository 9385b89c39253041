import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context/context.ts';
import { RefusalError } from '../http/refusal.ts';

/** Headers that decide identity or framing. If repeated, two parsers may disagree about them. */
const singleHeaders = new Set([
  'host',
  'x-token',
  'content-type',
  'content-length',
  'origin',
  'authorization',
]);

/**
 * Refuses ambiguous requests, assigns request ids, and logs one line per request: method, route
 * pattern, status, duration. Never the path itself, since it may contain a pass.
 */
export function registerRequestHooks(app: FastifyInstance, { now }: Pick<AppContext, 'now'>): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { id, raw } = request;
    request.arrivedAt = now();
    reply.header('x-request-id', id);
    next(isAmbiguous(raw) ? new RefusalError(400, '请求头重复', 'bad_request') : undefined);
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
  // Fast path: without duplicates there are as many names as lines.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return false;
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (singleHeaders.has(name) && seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}
