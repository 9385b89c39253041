import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from '../http/encoding.ts';
import { always } from '../http/security.ts';
import { type Application, applications } from './manifest.ts';
import { ReleaseRefused, type ReleaseStore } from './store.ts';

const headers = {
  ...always,
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
};
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};
const endings = { br: '.br', gzip: '.gz', identity: '' };
/** What a browser may ask for: the files of a release, not what lies beside them. */
const allowed = new RegExp(
  `^(${applications.join('|')})/([0-9a-f]{12})/((?:web|area)(?:/[\\w@-][\\w.@-]*)+)$`,
);

/** Files of all releases, old ones too: a page that is open keeps finding its own. They come as
 * they were signed, compressed when they were made, or not at all. */
export function registerFiles(app: FastifyInstance, store: ReleaseStore): void {
  const serve = (prefix: string, folder: string) =>
    app.get<{ Params: { '*': string } }>(`${prefix}/*`, (request, reply) =>
      send(store, folder + request.params['*'], request, reply),
    );
  serve('/static', '');
  serve('/commons', 'commons/');
}

async function send(
  store: ReleaseStore,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [, application, id = '', file = ''] = allowed.exec(path) ?? [];
  const type = types[extname(file)];
  if (!application || !type) return missing(reply);
  try {
    for (const encoding of encodingFor(request.headers['accept-encoding'])) {
      const bytes = await store.file(application as Application, id, file + endings[encoding]);
      if (!bytes) continue;
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.headers({ ...headers, 'content-type': type }).send(bytes);
    }
    return missing(reply);
  } catch (fault) {
    if (!(fault instanceof ReleaseRefused)) throw fault;
    const isKnown = await store.manifest(application as Application, id).catch(() => undefined);
    // Nobody's release is asked for by anybody; a file that is not what it was is a fault of ours.
    if (!isKnown) return missing(reply);
    request.log.error({ refused: fault.message }, 'release file refused');
    return refuse(reply, 503, '文件校验失败');
  }
}

const missing = (reply: FastifyReply) => refuse(reply, 404, '没有这个文件');

const refuse = (reply: FastifyReply, status: number, words: string) =>
  reply
    .code(status)
    .headers({
      ...always,
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    })
    .send(`${words}\n`);
