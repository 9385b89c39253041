import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from './encoding.ts';
import { applications } from './releases.ts';
import { always } from './security.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json',
};
const endings: Record<string, string> = { br: '.br', gzip: '.gz', identity: '' };

/** Files of all releases, old ones too: a page that is open keeps finding its own. */
export function registerFiles(app: FastifyInstance, root: string): void {
  app.get<{ Params: { application: string; id: string; '*': string } }>(
    '/static/:application/:id/*',
    (request, reply) => {
      const { application, id } = request.params;
      return send(request, reply, root, application, id, request.params['*']);
    },
  );
  app.get<{ Params: { id: string; '*': string } }>('/commons/:id/*', (request, reply) =>
    send(request, reply, root, 'commons', request.params.id, request.params['*']),
  );
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  application: string,
  id: string,
  file: string,
): Promise<FastifyReply> {
  const type = types[extname(file)];
  const known =
    (applications as readonly string[]).includes(application) &&
    /^[0-9a-f]{12}$/.test(id) &&
    /^(web|area)(\/[\w@-][\w.@-]*)+$/.test(file) &&
    type;
  reply.headers(always);
  if (!known) return missing(reply);
  for (const encoding of encodingFor(request.headers['accept-encoding'])) {
    const bytes = await readFile(join(root, application, id, file) + endings[encoding]).catch(
      () => undefined,
    );
    if (!bytes) continue;
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .headers({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      .send(bytes);
  }
  return missing(reply);
}

const missing = (reply: FastifyReply) =>
  reply
    .code(404)
    .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
    .send('没有这个文件\n');
