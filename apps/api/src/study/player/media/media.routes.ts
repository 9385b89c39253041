import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { registerMediaFiles, sendMedia } from '../../../platform/media/media.routes.ts';
import { countWhole, registerCounting } from '../../../platform/media/whole-body.ts';
import type { Playable } from '../../../content/catalogue/outline.store.ts';
import { plainName } from '../../../platform/media/media-files.ts';
import { keyFor } from '../../../platform/settings/keys.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { isServedSite } from '../../../platform/sites/of-site.ts';
import type { PlayCache } from '../beats/play.cache.ts';
import { readSegmentParts } from '../../../platform/media/segments.ts';
import { createFetchRecord } from './fetch.store.ts';
import { type Holder, mediaPass, mediaSeconds, parseMediaPass } from './media.rules.ts';

const served = /\.(m3u8|ts|m4s|mp4|aac|vtt|webp|pdf)$/;

/**
 * Address of a video for one play, valid for minutes and while it is being used; its segments are
 * below the same address.
 */
export function signMedia(
  context: AppContext,
  { folder, kind }: { folder: string; kind: Playable['kind'] },
  holder: Holder,
): { media_url: string; media_expire_at: string; beside(file: string): string } {
  const expires = Math.floor(context.now().getTime() / 1000) + mediaSeconds;
  const base = `${context.settings.contentBase}/qm/media/${mediaPass(keyFor(context.settings, 'player/media'), folder, holder, expires)}/${folder}`;
  return {
    media_url: `${base}/${kind === 'pdf' ? 'document.pdf' : 'index.m3u8'}`,
    media_expire_at: formatTime(new Date(expires * 1000)),
    beside: (file) => `${base}/${file}`,
  };
}

/**
 * Serves the files of a video to holders of a signed pass for its folder, and records what they have
 * received: only that counts as studied. The file server handles ranges and validators.
 */
export function registerMedia(
  app: FastifyInstance,
  context: AppContext,
  playCache: PlayCache,
): void {
  const key = keyFor(context.settings, 'player/media');
  const recordFetch = createFetchRecord(context.db);
  app.register(async (scope) => {
    await registerMediaFiles(scope);
    registerCounting(scope);
    scope.get<{ Params: { pass: string; folder: string; file: string } }>(
      '/qm/media/:pass/:folder/:file',
      async (request, reply) => {
        const { folder, file } = request.params;
        if (!plainName.test(folder) || !plainName.test(file) || !served.test(file))
          throw new RefusalError(404, '没有找到视频文件', 'not_found');
        const pass = parseMediaPass(key, request.params.pass, folder);
        if (!pass || !(await isServedSite(context, request, pass.holder.site_id)))
          throw addressEnded();
        const record = async (parts: Awaited<ReturnType<typeof readSegmentParts>>) => {
          const play = await recordFetch({ pass, folder, parts, at: context.now().getTime() });
          if (play) playCache.addFetched(play.token_hash, parts);
          return play;
        };
        if (!(await record([]))) throw addressEnded();
        const parts = await readSegmentParts(context.settings, folder, file);
        if (parts.length > 0) countWhole(request, () => record(parts));
        reply.header('cache-control', `private, max-age=${mediaSeconds}`);
        return sendMedia(context, reply, folder, file);
      },
    );
  });
}

const addressEnded = () => new RefusalError(403, '视频地址已失效，请重新打开课程', 'not_owned');
