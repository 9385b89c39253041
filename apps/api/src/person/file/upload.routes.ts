import type { ServerResponse } from 'node:http';
import { words } from '@cme/contract/base';
import { mostPerUpload, uploadPath } from '@cme/contract/person';
import { Server } from '@tus/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import { isAway } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { getSites } from '../../platform/sites/site.cache.ts';
import { fullText, isFull, reportFull, retrySeconds } from '../../platform/storage/full.ts';
import { findFile } from './file.store.ts';
import { UploadStore } from './upload.store.ts';

const bytesType = 'application/offset+octet-stream';
/** The request of the tus server on Node. */
type ServerRequest = Request & { runtime?: { node?: { res?: ServerResponse } } };
interface Upload {
  Params: { file_id: string };
}

const texts: Readonly<Record<number, string>> = {
  404: '没有找到该文件，请重新上传',
  409: '上传进度已变化，请继续上传',
  413: '提交的内容过大',
  503: '系统繁忙，请稍后再试',
};

/** Upload endpoints of tus 1.0: HEAD returns the offset, PATCH appends, DELETE aborts. Uploads are
 * started by the call `file/start`, which decides kind, size and limits. */
export function registerUploads(
  app: FastifyInstance,
  context: AppContext,
  arrived: (fileId: string) => void,
): void {
  const tus = new Server({
    path: uploadPath,
    datastore: new UploadStore(context, arrived),
    relativeLocation: true,
    allowedOrigins: [],
    // A broken connection may hold the lock of an upload for a moment; the next request waits for
    // it.
    lockDrainTimeout: 500,
    onResponseError(request, error) {
      const { runtime } = request as ServerRequest;
      if (isFull(error)) runtime?.node?.res?.setHeader('retry-after', retrySeconds);
      return toTusReply(context, error);
    },
  });
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(bytesType, (_, __, done) => done(null));
    scope.route<Upload>({
      method: ['PATCH', 'HEAD', 'DELETE'],
      url: `${uploadPath}/:file_id`,
      bodyLimit: mostPerUpload,
      handler: async (request, reply) => {
        await expectOwn(context, request);
        if (request.method === 'PATCH') expectMeasured(request);
        reply.hijack();
        const { raw } = reply;
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) raw.setHeader(name, value);
        raw.setHeader('cache-control', 'no-store');
        await tus.handle(request.raw, raw);
      },
    });
  });
}

/** Only the person who started an upload can continue it; for others it does not exist. */
async function expectOwn(context: AppContext, request: FastifyRequest<Upload>): Promise<void> {
  const token = request.headers['x-token'];
  if (typeof token !== 'string' || !/^[\w-]{20,128}$/.test(token))
    throw new RefusalError(401, words.loginFirst, 'need_login');
  const row = await findFile(context.db, request.params.file_id);
  const uploadGone = new RefusalError(404, texts[404] ?? '', 'not_found');
  const site = (await getSites(context)).find(({ site_id }) => site_id === row?.site_id);
  if (!row || !site) throw uploadGone;
  const signedIn = await context.findSignedIn(token, site);
  if (!signedIn) throw new RefusalError(401, words.loginFirst, 'need_login');
  if (signedIn.person.user_id !== row.user_id || row.file_status === 'deleted') throw uploadGone;
}

function expectMeasured({ headers }: FastifyRequest): void {
  const length = Number(headers['content-length'] ?? NaN);
  if (!Number.isInteger(length)) throw new RefusalError(400, '请求缺少长度', 'bad_request');
  if (length > mostPerUpload) throw new RefusalError(413, '提交的内容过大', 'file_size');
}

function toTusReply({ log }: AppContext, error: unknown): { status_code: number; body: string } {
  const tusError = error as { status_code?: number; statusCode?: number; message?: string };
  const isShort = isFull(error);
  const fallback = isShort || isAway(error) ? 503 : 500;
  const status =
    error instanceof RefusalError ? error.statusCode : (tusError.status_code ?? fallback);
  if (isShort) reportFull(log, error);
  else if (status >= 500) log.error({ err: error }, 'upload');
  const message = isShort
    ? fullText
    : error instanceof RefusalError
      ? error.message
      : (texts[status] ?? '上传中断，请继续上传');
  return {
    status_code: status,
    body: JSON.stringify({ isSuccess: false, statusCode: status, message, data: {} }),
  };
}
