import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hlsInto, run, segmentSeconds } from './ffmpeg.ts';

interface Remuxing {
  ffmpeg: string;
  /** Recordings of one broadcast, in order: H.264 and AAC, as RTMP brings them. */
  sources: readonly string[];
  /** A folder for what is needed on the way. */
  scratch: string;
  /** An empty folder: `index.m3u8`, `video.m3u8`, segments and `poster.webp`. */
  folder: string;
  signal?: AbortSignal | undefined;
}

/** Makes HLS of recordings without coding them anew: minutes of work become seconds. */
export async function remuxHls(remuxing: Remuxing): Promise<void> {
  const { ffmpeg, sources, scratch, folder, signal } = remuxing;
  const list = join(scratch, 'recordings.txt');
  await writeFile(
    list,
    sources.map((path) => `file '${path.replaceAll("'", "'\\''")}'\n`).join(''),
  );
  const input = ['-f', 'concat', '-safe', '0', '-i', list];
  const quietOptions = ['-nostdin', '-v', 'error', '-y'];
  const tracks = ['-map', '0:v:0', '-map', '0:a:0?', '-c', 'copy', '-map_metadata', '-1'];
  await run(ffmpeg, [...quietOptions, ...input, ...tracks, ...hlsInto(folder)], { signal });
  await writeMaster(folder);
  const poster = ['-frames:v', '1', '-vf', 'scale=800:-2', '-c:v', 'libwebp', '-quality', '68'];
  await run(ffmpeg, [...quietOptions, ...input, ...poster, join(folder, 'poster.webp')], {
    signal,
  });
}

/** Tracks that are copied tell no bit rate, and without one ffmpeg names no rendition in its master
 * playlist: it is written from the largest segment. */
async function writeMaster(folder: string): Promise<void> {
  const segments = (await readdir(folder)).filter((name) => name.endsWith('.m4s'));
  const sizes = await Promise.all(
    segments.map(async (name) => (await stat(join(folder, name))).size),
  );
  const bandwidth = Math.ceil((Math.max(...sizes) * 8) / segmentSeconds);
  await writeFile(
    join(folder, 'index.m3u8'),
    `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth}\nvideo.m3u8\n`,
  );
}
