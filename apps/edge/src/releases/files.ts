import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings } from '../http/encoding.ts';
import { commonHeaders } from '../http/security.ts';
import { ReleaseRefusedError, type ReleaseStore } from '@cme/release';

const headers = {
  ...commonHeaders,
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
};
const contentTypes: Record<string, string> = {
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
  '.bcmap': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};
const suffixes = { br: '.br', gzip: '.gz', identity: '' };
/** Paths of a release that browsers may request. */
const publicPath = /^([a-z][a-z\d-]{1,39})\/([0-9a-f]{12})\/((?:web|area)(?:\/[\w@-][\w.@-]*)+)$/;

/**
 * Serves files of all releases, including old ones, so that open pages keep working. Files are
 * served exactly as signed, precompressed at release time, or not at all.
 */
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
  const [, application, id = '', file = ''] = publicPath.exec(path) ?? [];
  const type = contentTypes[extname(file)];
  if (!application || !type) return refuseMissing(reply);
  try {
    for (const encoding of acceptedEncodings(request.headers['accept-encoding'])) {
      const bytes = await store.file(application, id, file + suffixes[encoding]);
      if (!bytes) continue;
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.headers({ ...headers, 'content-type': type }).send(bytes);
    }
    return refuseMissing(reply);
  } catch (fault) {
    if (!(fault instanceof ReleaseRefusedError)) throw fault;
    const isKnown = await store.manifest(application, id).catch(() => undefined);
    // An unknown release is a client error; a file that fails verification is a server error.
    if (!isKnown) return refuseMissing(reply);
    request.log.error({ refused: fault.message }, 'release file refused');
    return refuse(reply, 503, '文件校验失败');
  }
}

const refuseMissing = (reply: FastifyReply) => refuse(reply, 404, '没有这个文件');

const refuse = (reply: FastifyReply, status: number, words: string) =>
  reply
    .code(status)
    .headers({
      ...commonHeaders,
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    })
    .send(`${words}\n`);
