import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { always } from '../http/security.ts';
import { applications } from './releases.ts';

const headers = { ...always, 'cache-control': 'public, max-age=31536000, immutable' };
const names = applications.join('|');
/** What a browser may ask for: the files of a release, not what lies beside them. */
const allowed = new RegExp(
  `^(${names})/[0-9a-f]{12}/(web|area)(/[\\w@-][\\w.@-]*)+\\.(js|css|svg|png|jpg|webp|woff2|json|wasm|txt|map)$`,
);

/** Files of all releases, old ones too: a page that is open keeps finding its own. They were
 * compressed when they were published. */
export function registerFiles(app: FastifyInstance, root: string): void {
  serve(app, '/static', root);
  serve(app, '/commons', root, 'commons/');
}

function serve(app: FastifyInstance, prefix: string, root: string, folder = ''): void {
  const register = async (scope: FastifyInstance) => {
    await scope.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      etag: false,
      lastModified: false,
      acceptRanges: false,
    });
    scope.setNotFoundHandler((_, reply) => missing(reply));
    scope.get<{ Params: { '*': string } }>('/*', (request, reply) => {
      const path = folder + request.params['*'];
      return allowed.test(path) ? reply.headers(headers).sendFile(path) : missing(reply);
    });
  };
  void app.register(register, { prefix });
}

const missing = (reply: FastifyReply) =>
  reply
    .code(404)
    .headers({
      ...always,
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    })
    .send('没有这个文件\n');
