import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const video = join(import.meta.dirname, '../../apps/api/media/hls/hand-hygiene-1-2/index.m3u8');

/** Concatenates a sample video into one file, since ffmpeg cannot loop a playlist in real time. */
export function makeLecture(ffmpeg: string, folder: string): string {
  const file = join(folder, 'lecture.mp4');
  const quiet = ['-nostdin', '-v', 'error', '-y'];
  execFileSync(ffmpeg, [
    ...quiet,
    '-i',
    video,
    '-map',
    '0:v:0',
    '-map',
    '0:a:0',
    '-c',
    'copy',
    file,
  ]);
  return file;
}

/** ffmpeg arguments that stream a file in real time in a loop, with a key frame every two seconds,
 * so that viewers who join late get a picture soon. */
export const streamArguments = (file: string, address: string): string[] =>
  [
    ['-nostdin', '-v', 'error', '-re', '-stream_loop', '-1', '-i', file],
    ['-c:a', 'aac', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    ['-r', '5', '-g', '10', '-keyint_min', '10', '-f', 'flv', address],
  ].flat();
