import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ObjectNotFoundError } from '@cme/storage';
import type { AppContext } from '../context/context.ts';
import { openStorage } from '../storage/storage.ts';
import { playlistSeconds } from './ffmpeg.ts';

/** Where the checked-in samples lie, a folder each. */
export const mediaRoot = join(import.meta.dirname, '../../../media/hls');

/** A folder name or a file name, as addresses have them. */
export const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

type Settings = AppContext['settings'];

/** Folders that the product has made itself are places of the storage. */
export const isPlace = (folder: string) => /^[0-9a-f]{32}$/.test(folder);
const toObjectKey = (place: string, file: string) =>
  `${place}/${file.toLowerCase().replaceAll('.', '-')}`;

/** The file of a folder as a stream, and its length where that is known; undefined when it is not
 * there. */
export async function openMediaFile(
  settings: Settings,
  folder: string,
  file: string,
): Promise<{ stream: Readable; size?: number } | undefined> {
  if (!plainName.test(folder) || !plainName.test(file)) return undefined;
  if (isPlace(folder)) {
    const stream = await openStorage(settings)
      .read(toObjectKey(folder, file))
      .catch((error: unknown) => {
        if (error instanceof ObjectNotFoundError) return undefined;
        throw error;
      });
    return stream && { stream };
  }
  const path = join(mediaRoot, folder, file);
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? { stream: createReadStream(path), size: stats.size } : undefined;
}

/** The whole text of a small file of a folder. */
export async function readMediaText(
  settings: Settings,
  folder: string,
  file: string,
): Promise<string | undefined> {
  const mediaFile = await openMediaFile(settings, folder, file);
  if (!mediaFile) return undefined;
  const parts: Buffer[] = [];
  for await (const part of mediaFile.stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Hands the HLS of a local folder over to the storage, the playlists last, so that nobody finds
 * a list without its segments. Answers its length by the playlist. `place` is known before, so
 * that whoever comes after a killed process can remove what it left. */
export async function keepMedia(
  settings: Settings,
  place: string,
  folder: string,
): Promise<{ seconds: number }> {
  const seconds = playlistSeconds(await readFile(join(folder, 'video.m3u8'), 'utf8'));
  const names = (await readdir(folder)).toSorted(
    (a, b) => Number(a.endsWith('.m3u8')) - Number(b.endsWith('.m3u8')),
  );
  for (const name of names)
    await openStorage(settings).put(toObjectKey(place, name), join(folder, name));
  return { seconds: Math.floor(seconds) };
}

/** A document of this machine becomes the one file of a place. */
export const keepDocument = (settings: Settings, place: string, path: string): Promise<void> =>
  openStorage(settings).put(toObjectKey(place, 'document.pdf'), path);

export async function removeMedia(settings: Settings, place: string): Promise<void> {
  const storage = openStorage(settings);
  await storage.remove(await storage.list(place));
}
