import { LRUCache } from 'lru-cache';
import type { AppContext } from '../context/context.ts';
import { readMediaText } from './media-files.ts';

/** A part of a video in whole milliseconds. */
type Part = [number, number];

/** Later than the end of any video. */
const noEnd = 2 ** 31 - 1;

/**
 * Frames are presented up to this much earlier or later than their segment's place in the playlist.
 */
const slackMs = 1000;

/** The parts of the video that each segment of a media playlist holds; a repeated one has several. */
function parseSegments(playlist: string): Map<string, Part[]> {
  const parts = new Map<string, Part[]>();
  let end = 0;
  let length = 0;
  let last: Part | undefined;
  for (const line of playlist.split(/\r?\n/)) {
    const duration = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    if (duration !== undefined) length = Number(duration) * 1000;
    if (line === '' || line.startsWith('#')) continue;
    last = [Math.max(0, Math.floor(end - slackMs)), Math.ceil(end + length + slackMs)];
    parts.set(line, [...(parts.get(line) ?? []), last]);
    end += length;
  }
  // The measured duration of a video may be longer than its playlist by a fraction of a second.
  if (last) last[1] = noEnd;
  return parts;
}

const limit = 500;
const cached = new LRUCache<string, Promise<Map<string, Part[]>>>({ max: limit });

/** What a file of a folder holds; nothing for playlists, pictures and subtitles. Folders never
 * change, so their playlists are read once. */
export async function readSegmentParts(
  settings: AppContext['settings'],
  folder: string,
  file: string,
): Promise<Part[]> {
  if (file === 'document.pdf') return [[0, noEnd]];
  if (!/\.(ts|m4s|aac)$/.test(file)) return [];
  let parts = cached.get(folder);
  if (!parts) {
    parts = readMediaText(settings, folder, 'video.m3u8').then((text) => parseSegments(text ?? ''));
    cached.set(folder, parts);
    parts.then(
      ({ size }) => size === 0 && cached.delete(folder),
      () => cached.delete(folder),
    );
  }
  return (await parts).get(file) ?? [];
}
