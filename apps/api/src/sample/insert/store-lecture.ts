import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppContext } from '../../platform/context/context.ts';
import { keepMedia, mediaRoot } from '../../platform/media/media-files.ts';

/** A media playlist that repeats itself up to a length. Each repetition begins with the first
 * timestamps again, which the tag announces. */
function repeatPlaylist(playlist: string, seconds: number): string {
  const [head = '', ...segments] = playlist.replace('#EXT-X-ENDLIST', '').split(/^(?=#EXTINF:)/m);
  const lines = [head.trimEnd()];
  for (let length = 0, count = 0; length < seconds; count += 1) {
    const segment = segments[count % segments.length]?.trimEnd() ?? '';
    if (count > 0 && count % segments.length === 0) lines.push('#EXT-X-DISCONTINUITY');
    lines.push(segment);
    length += Number(/^#EXTINF:([\d.]+)/.exec(segment)?.[1] ?? seconds);
  }
  return `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`;
}

/**
 * Stores a recording as long as a real lecture, made of a short video. Like a recording of the
 * centre it is a place of the storage.
 */
export async function storeLecture(
  settings: AppContext['settings'],
  video: string,
  minutes: number,
): Promise<{ folder: string; seconds: number }> {
  const draft = await mkdtemp(join(tmpdir(), 'cme-lecture-'));
  try {
    await cp(join(mediaRoot, video), draft, { recursive: true });
    const file = join(draft, 'video.m3u8');
    await writeFile(file, repeatPlaylist(await readFile(file, 'utf8'), minutes * 60));
    const folder = randomBytes(16).toString('hex');
    return { folder, ...(await keepMedia(settings, folder, draft)) };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
