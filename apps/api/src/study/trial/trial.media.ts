import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { keyFor } from '../../platform/settings/keys.ts';
import { registerMediaFiles, sendMedia } from '../../platform/media/media.routes.ts';
import { plainName, readMediaText } from '../../platform/media/media-files.ts';
import { isServedSite } from '../../platform/sites/of-site.ts';
import { type Trial, verifyTrialPass, trialPass, trialSeconds } from './pass.rules.ts';
import { type Cut, cutPlaylist, cutSubtitles } from './playlist.rules.ts';

const playlist = 'video.m3u8';
/** Files that reveal nothing beyond the limit. */
const alwaysAllowed = new Set(['index.m3u8', 'init.mp4', 'poster.webp']);
const subtitles = 'zh.vtt';

async function readText({ settings }: AppContext, folder: string, file: string): Promise<string> {
  const text = await readMediaText(settings, folder, file);
  if (text === undefined) throw noFile();
  return text;
}
const noFile = () => new RefusalError(404, '没有找到视频文件', 'not_found');

const readCut = async (context: AppContext, folder: string, limit: number): Promise<Cut> =>
  cutPlaylist(await readText(context, folder, playlist), limit);

/** The real duration of a trial: whole segments. */
export const readTrialSeconds = async (
  context: AppContext,
  folder: string,
  limit: number,
): Promise<number> => (await readCut(context, folder, limit)).seconds;

/** Public URLs of the first seconds of a video, valid for half an hour. */
export function trialMedia(context: AppContext, folder: string, trial: Trial) {
  const expires = Math.floor(context.now().getTime() / 1000) + trialSeconds;
  const pass = trialPass(keyFor(context.settings, 'trial/media'), folder, trial, expires);
  const base = `${context.settings.contentBase}/qm/media/trial/${pass}/${folder}`;
  return {
    media_url: `${base}/index.m3u8`,
    media_expire_at: formatTime(new Date(expires * 1000)),
    poster: `${base}/poster.webp`,
    subtitles_url: `${base}/${subtitles}`,
  };
}

/** Serves the beginning of a video for a pass. The playlist is truncated, and segments outside of
 * it are not found. */
export function registerTrialMedia(app: FastifyInstance, context: AppContext): void {
  const key = keyFor(context.settings, 'trial/media');
  app.register(async (scope) => {
    await registerMediaFiles(scope);
    scope.get<{ Params: { pass: string; folder: string; file: string } }>(
      '/qm/media/trial/:pass/:folder/:file',
      async (request, reply) => {
        const { pass, folder, file } = request.params;
        if (!plainName.test(folder) || !plainName.test(file)) throw noFile();
        const trial = verifyTrialPass(key, pass, folder, context.now());
        if (!trial || !(await isServedSite(context, request, trial.site_id)))
          throw new RefusalError(403, '试看地址已失效，请刷新页面', 'not_owned');
        const { limit } = trial;
        reply.header('cache-control', `private, max-age=${trialSeconds}`);
        if (file === playlist)
          return reply
            .type('application/vnd.apple.mpegurl')
            .send((await readCut(context, folder, limit)).text);
        if (file === subtitles)
          return reply
            .type('text/vtt; charset=utf-8')
            .send(cutSubtitles(await readText(context, folder, subtitles), limit));
        if (!alwaysAllowed.has(file) && !(await readCut(context, folder, limit)).segments.has(file))
          throw noFile();
        return sendMedia(context, reply, folder, file);
      },
    );
  });
}
