import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../context/context.ts';
import { RefusalError } from '../http/refusal.ts';
import { isPlace, mediaRoot, openMediaFile } from './media-files.ts';

const types: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  webp: 'image/webp',
  vtt: 'text/vtt; charset=utf-8',
  pdf: 'application/pdf',
};

/** What the routes of this scope send files of folders by. */
export const registerMediaFiles = async (scope: FastifyInstance): Promise<void> =>
  void (await scope.register(fastifyStatic, {
    root: mediaRoot,
    serve: false,
    cacheControl: false,
    dotfiles: 'deny',
    index: false,
  }));

/** Sends one file of a folder that the asker may read: ranges and validators for the samples, the
 * stream of the storage for what the product has made. */
export async function sendMedia(
  { settings }: Pick<AppContext, 'settings'>,
  reply: FastifyReply,
  folder: string,
  file: string,
): Promise<FastifyReply> {
  if (!isPlace(folder)) return reply.sendFile(`${folder}/${file}`);
  const mediaFile = await openMediaFile(settings, folder, file);
  if (!mediaFile) throw new RefusalError(404, '没有找到视频文件', 'not_found');
  reply.header('x-content-type-options', 'nosniff');
  return reply
    .type(types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    .send(mediaFile.stream);
}
