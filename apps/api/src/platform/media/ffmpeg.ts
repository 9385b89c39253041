import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** The machine has no ffmpeg: what needs it waits until it is installed. */
export class FfmpegMissing extends Error {
  constructor() {
    super('服务器没有安装 ffmpeg');
  }
}
/** The source cannot be used, however often it is tried. */
export class NotPlayable extends Error {}

/** What a file holds, as it was measured. */
export interface MediaInfo {
  seconds: number;
  hasVideo: boolean;
  hasAudio: boolean;
}

/** Containers that are opened. Playlists are not among them: they would name other files. */
const containers = 'mov,matroska,avi,flv,asf,mpegts,mpeg,mp3,wav,aac';
const source = ['-protocol_whitelist', 'file', '-format_whitelist', containers];
/** No recording is longer. */
const mostSeconds = 12 * 3600;
/** Below everybody who is waiting for an answer. */
const lowPriority = 10;
/** So much of what a program complains of is kept. */
const keptErrors = 2000;

interface Run {
  signal?: AbortSignal | undefined;
  onLine?: (line: string) => void;
}

/** Runs a program to its end; throws what it complained of. */
export async function run(
  program: string,
  args: string[],
  { signal, onLine }: Run,
): Promise<string> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  if (child.pid !== undefined) lower(child);
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors = `${errors}${part}`.slice(-keptErrors)));
  let output = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (onLine) onLine(line);
    else output = `${output}${line}\n`;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' || error.code === 'EACCES' ? new FfmpegMissing() : error),
    );
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${basename(program)} ended with ${code}: ${errors.trim()}`);
  return output;
}

function lower({ pid }: ChildProcess): void {
  try {
    setPriority(pid ?? 0, lowPriority);
  } catch {
    // It has ended already.
  }
}

/** The program that lies beside it. */
const getFfprobe = (ffmpeg: string) =>
  ffmpeg.includes('/') ? join(dirname(ffmpeg), 'ffprobe') : 'ffprobe';

/** Whether both programs can be run here. */
async function hasFfmpeg(ffmpeg: string): Promise<boolean> {
  try {
    await run(ffmpeg, ['-version'], {});
    await run(getFfprobe(ffmpeg), ['-version'], {});
    return true;
  } catch {
    return false;
  }
}

/** Measures a file of this machine. Throws `NotPlayable` for what is neither picture nor sound. */
export async function probe(
  ffmpeg: string,
  path: string,
  signal?: AbortSignal,
): Promise<MediaInfo> {
  const options = ['-v', 'error', '-of', 'json', '-show_entries'];
  const entries = 'format=duration:stream=codec_type,duration:stream_disposition=attached_pic';
  const output = await run(getFfprobe(ffmpeg), [...source, ...options, entries, path], {
    signal,
  }).catch((error: unknown) => {
    if (error instanceof FfmpegMissing || signal?.aborted) throw error;
    throw new NotPlayable('文件已损坏，或不是音视频文件');
  });
  const mediaInfo = parseMediaInfo(output);
  if (!mediaInfo.hasVideo && !mediaInfo.hasAudio) throw new NotPlayable('文件中没有画面和声音');
  if (mediaInfo.seconds > mostSeconds) throw new NotPlayable('时长不能超过12小时');
  return mediaInfo;
}

interface Probed {
  format?: { duration?: string };
  streams?: { codec_type?: string; disposition?: { attached_pic?: number } }[];
}

function parseMediaInfo(output: string): MediaInfo {
  const { format, streams = [] } = JSON.parse(output) as Probed;
  const moving = streams.filter(({ disposition }) => disposition?.attached_pic !== 1);
  return {
    // Recordings that broke off do not say how long they are: what is made of them does.
    seconds: Number(format?.duration ?? 0) || 0,
    hasVideo: moving.some(({ codec_type }) => codec_type === 'video'),
    hasAudio: streams.some(({ codec_type }) => codec_type === 'audio'),
  };
}

interface Making extends Pick<Run, 'signal'> {
  ffmpeg: string;
  source: string;
  facts: MediaInfo;
  /** An empty folder: `index.m3u8`, `video.m3u8`, segments and, with a picture, `poster.webp`. */
  folder: string;
  /** Whole percent, rising. */
  onProgress?: ((percent: number) => void) | undefined;
}

/** Makes HLS of a file that was measured. H.264 and AAC at most 720 lines high; segments begin
 * with a key frame. */
export async function makeHls(making: Making): Promise<void> {
  const { ffmpeg, facts: mediaInfo, folder, signal, onProgress } = making;
  const input = ['-nostdin', '-v', 'error', '-y', ...source, '-i', making.source];
  const progress = ['-progress', 'pipe:1', '-nostats'];
  let lastPercent = -1;
  await run(ffmpeg, [...input, ...progress, ...toTrackOptions(mediaInfo), ...hlsInto(folder)], {
    signal,
    onLine(line) {
      const micro = Number(/^out_time_us=(\d+)$/.exec(line)?.[1] ?? Number.NaN);
      const percent = Math.min(99, Math.floor(micro / 10_000 / Math.max(1, mediaInfo.seconds)));
      if (percent > lastPercent) onProgress?.((lastPercent = percent));
    },
  });
  if (!mediaInfo.hasVideo) return;
  const at = Math.min(5, mediaInfo.seconds / 2).toFixed(2);
  const still = ['-ss', at, ...input.slice(4), '-frames:v', '1', '-vf', 'scale=800:-2'];
  const poster = ['-c:v', 'libwebp', '-quality', '68', join(folder, 'poster.webp')];
  await run(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...still, ...poster], { signal });
}

export const segmentSeconds = 6;

function toTrackOptions({ hasVideo, hasAudio }: MediaInfo): string[] {
  const mediaOptions = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'];
  const picture = ['-map', '0:V:0', '-c:v', 'libx264', '-profile:v', 'main', '-preset', 'veryfast'];
  const size = ['-crf', '24', '-pix_fmt', 'yuv420p', '-vf', "scale=-2:'min(720,trunc(ih/2)*2)'"];
  const keys = [
    '-force_key_frames',
    `expr:gte(t,n_forced*${segmentSeconds})`,
    '-sc_threshold',
    '0',
  ];
  const sound = ['-map', '0:a:0', '-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-ar', '44100'];
  return [
    ...mediaOptions,
    ...(hasVideo ? [...picture, ...size, ...keys] : []),
    ...(hasAudio ? sound : []),
  ];
}

export const hlsInto = (folder: string): string[] => [
  ...['-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_playlist_type', 'vod'],
  ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'],
  ...['-hls_segment_filename', join(folder, '%05d.m4s'), '-master_pl_name', 'index.m3u8'],
  join(folder, 'video.m3u8'),
];

/** Length of what a playlist plays: what is really there, whatever its source claimed. */
export const playlistSeconds = (playlist: string): number =>
  [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce(
    (sum, [, length]) => sum + Number(length),
    0,
  );
