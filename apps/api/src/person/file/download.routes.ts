import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { findFile } from './file.store.ts';
import { isValidPass, resumableMs } from './pass.rules.ts';
import { linkExpired, resumes, sendFile, servesFiles } from './send-file.ts';

interface Download {
  Params: { pass: string; file_id: string };
}

/** Serves a file for a signed pass, on the separate host for files. Also proxies files of a bucket,
 * whose presigned URLs could not carry these headers. */
export function registerDownloads(app: FastifyInstance, context: AppContext): void {
  const { db, settings, now } = context;
  app.get<Download>('/qm/file/:pass/:file_id', async (request, reply) => {
    const { pass, file_id } = request.params;
    if (!servesFiles(context, request.headers.host ?? ''))
      throw new RefusalError(404, '请求的地址不存在', 'not_found');
    const row = await findFile(db, file_id);
    const isResumed = row !== undefined && resumes(request.headers, row);
    const since = new Date(now().getTime() - (isResumed ? resumableMs : 0));
    if (!isValidPass(settings, pass, file_id, since)) throw linkExpired();
    return sendFile(context, request, reply, row);
  });
}
