import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const staticFolder = join(import.meta.dirname, '../../../media/static');

export const staticPrefix = '/qm/static/';

/**
 * `/qm/static/…`: covers, logos, portraits. Public on every site and immutable: a changed picture
 * gets a new name.
 */
export async function registerStatic(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: staticFolder,
    prefix: staticPrefix,
    index: false,
    dotfiles: 'deny',
    cacheControl: false,
    setHeaders(reply) {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      reply.header('cross-origin-resource-policy', 'cross-origin');
      reply.header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      );
    },
  });
}
