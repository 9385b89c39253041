import type { FastifyInstance } from 'fastify';
import type { EdgeSettings } from '../settings.ts';
import { addressOf } from './hosts.ts';

/** What a host for files alone answers; each of these needs a signed pass or is public. */
const served = /^\/qm\/(file|media|certificate|invoice|static)\//;

type Names = Pick<EdgeSettings, 'mainDomain' | 'contentBase' | 'apiBase'>;

/** `files.` before the main domain, or the address for content where that is a host of its own. */
export function isFilesHost(header: string | undefined, settings: Names): boolean {
  const at = addressOf(header, settings.mainDomain, false);
  if (!at) return false;
  if (at.kind === 'files') return true;
  const { contentBase, apiBase } = settings;
  return (
    contentBase !== '' &&
    contentBase !== apiBase &&
    at.kind === 'other' &&
    new URL(contentBase).host === at.host
  );
}

/** What people upload comes from a host where nothing else is: no page, no call, and no cookie in
 * either direction, so that a file has nobody's session to act with. */
export function guardFilesHost(app: FastifyInstance, settings: EdgeSettings): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (!isFilesHost(request.headers.host, settings)) return next();
    delete request.headers.cookie;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && served.test(request.url)) return next();
    void reply
      .code(404)
      .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain' })
      .send('');
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isFilesHost(request.headers.host, settings)) reply.removeHeader('set-cookie');
    done(null, payload);
  });
}
