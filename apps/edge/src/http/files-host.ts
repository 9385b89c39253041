import { isFilePath } from '@cme/contract/site/file-paths';
import type { FastifyInstance } from 'fastify';
import type { EdgeSettings } from '../settings/settings.ts';
import { addressOf } from './hosts.ts';

type Names = Pick<EdgeSettings, 'mainDomain' | 'contentBase' | 'apiBase'>;

/** The `files.` subdomain of the main domain, or the content host if that is separate. */
function isFilesHost(header: string | undefined, settings: Names): boolean {
  const address = addressOf(header, settings.mainDomain, false);
  if (!address) return false;
  if (address.kind === 'files') return true;
  const { contentBase, apiBase } = settings;
  return (
    contentBase !== '' &&
    contentBase !== apiBase &&
    address.kind === 'other' &&
    new URL(contentBase).host === address.host
  );
}

/**
 * Serves uploaded files from a host without pages, calls or cookies, so that a malicious file has
 * no session to abuse.
 */
export function guardFilesHost(app: FastifyInstance, settings: EdgeSettings): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (!isFilesHost(request.headers.host, settings)) return next();
    delete request.headers.cookie;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && isFilePath(request.url)) return next();
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
