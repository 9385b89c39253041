import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { keyFor } from '../../settings/keys.ts';
import { isValidPass, mediaPass } from '../player/media.rules.ts';
import { liveFolders } from '../../settings/live-ingest.ts';

/** An address of a living picture lasts as long as a lecture may: its list is asked for again and
 * again under the same address. */
const passSeconds = 4 * 3600;
const served = /^(index\.m3u8|\d{1,10}\.ts)$/;

const keyOf = ({ settings }: Pick<AppContext, 'settings'>) => keyFor(settings, 'live/hls');

/** The living picture for one person. */
export function livingMedia(context: AppContext, contentId: string, userId: string): string {
  const { settings } = context;
  // The same address within the hour, so that asking again does not start the picture anew.
  const hour = Math.floor(context.now().getTime() / 3_600_000) * 3600;
  const pass = mediaPass(keyOf(context), contentId, userId, hour + passSeconds);
  return `${settings.contentBase}/qm/live/${pass}/${contentId}/index.m3u8`;
}

/** Hands the pictures of living lectures to whoever has a pass for that one. */
export function registerLivingMedia(app: FastifyInstance, context: AppContext): void {
  const key = keyOf(context);
  app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: liveFolders(context.settings).hls,
      serve: false,
      cacheControl: false,
      dotfiles: 'deny',
      index: false,
      decorateReply: true,
    });
    scope.get<{ Params: { pass: string; id: string; file: string } }>(
      '/qm/live/:pass/:id/:file',
      (request, reply) => {
        const { pass, id, file } = request.params;
        if (!/^[0-9A-Za-z-]{1,64}$/.test(id) || !served.test(file))
          throw new Refusal(404, '没有找到视频文件', 'not_found');
        if (!isValidPass(key, pass, id, context.now()))
          throw new Refusal(403, '直播地址已失效，请重新进入直播间', 'not_owned');
        reply.header('cache-control', file.endsWith('.m3u8') ? 'no-store' : 'private, max-age=60');
        return reply.sendFile(`${id}/${file}`);
      },
    );
  });
}
