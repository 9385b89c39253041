import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { encodingFor } from '../http/encoding.ts';
import { always } from '../http/security.ts';
import { bodyOf } from '../pages/page-cache.ts';

/** Every first view pays for this file: comments and indentation stay here. */
const script = readFileSync(new URL('start.js', import.meta.url), 'utf8')
  .replace(/^\/\/.*\n/gm, '')
  .replace(/^ +/gm, '');

/** Files that the edge has by itself, on every host. */
export function registerOwnFiles(app: FastifyInstance): void {
  const body = bodyOf(script);
  app.get('/edge/browser.js', (request, reply) => {
    const [encoding = 'identity'] = encodingFor(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .headers({
        ...always,
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=86400',
        vary: 'accept-encoding',
      })
      .send(body(encoding));
  });
  app.get('/favicon.ico', (_, reply) =>
    reply.code(204).header('cache-control', 'public, max-age=86400').send(),
  );
}
