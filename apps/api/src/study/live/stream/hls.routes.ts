import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { isServedSite } from '../../../platform/sites/of-site.ts';
import { countWhole, registerCounting } from '../../../platform/media/whole-body.ts';
import { parseMediaPass } from '../../player/media/media.rules.ts';
import { createLiveFetchRecord } from './fetch.store.ts';
import { deriveHlsKey } from '../hls.rules.ts';
import { liveFolders } from '../../../platform/settings/live-ingest.ts';

const served = /^(index\.m3u8|\d{1,10}\.ts)$/;

/** Serves the HLS of a running live to holders of its pass, and records that they receive it:
 * only then attendance counts. */
export function registerLivingMedia(app: FastifyInstance, context: AppContext): void {
  const key = deriveHlsKey(context);
  const recordFetch = createLiveFetchRecord(context.db);
  app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: liveFolders(context.settings).hls,
      serve: false,
      cacheControl: false,
      dotfiles: 'deny',
      index: false,
      decorateReply: true,
    });
    registerCounting(scope);
    scope.get<{ Params: { pass: string; id: string; file: string } }>(
      '/qm/live/:pass/:id/:file',
      async (request, reply) => {
        const { pass, id, file } = request.params;
        if (!/^[0-9A-Za-z-]{1,64}$/.test(id) || !served.test(file))
          throw new RefusalError(404, '没有找到视频文件', 'not_found');
        const { holder, expires = 0 } = parseMediaPass(key, pass, id) ?? {};
        const at = context.now().getTime();
        if (!holder?.bound_to || expires * 1000 <= at) throw addressEnded();
        if (!(await isServedSite(context, request, holder.site_id))) throw addressEnded();
        const record = (isPart: boolean) =>
          recordFetch({ holder, content_id: id, isPart, at: context.now().getTime() });
        if (!(await record(false))) throw addressEnded();
        if (file.endsWith('.ts')) countWhole(request, () => record(true));
        reply.header('cache-control', file.endsWith('.m3u8') ? 'no-store' : 'private, max-age=60');
        return reply.sendFile(`${id}/${file}`);
      },
    );
  });
}

const addressEnded = () => new RefusalError(403, '直播地址已失效，请重新进入直播间', 'not_owned');
