/** A truncated playlist. */
export interface Cut {
  text: string;
  /** Names of the remaining segments. */
  segments: ReadonlySet<string>;
  seconds: number;
}

/** Durations in playlists are rounded. */
const tolerance = 0.05;

/** Truncates a media playlist to `limit` seconds: a segment that crosses the limit is omitted. */
export function cutPlaylist(playlist: string, limit: number): Cut {
  const keptLines: string[] = [];
  const segments = new Set<string>();
  let seconds = 0;
  let length = 0;
  let waiting: string[] = [];
  for (const line of playlist.split(/\r?\n/)) {
    if (line === '' || line === '#EXT-X-ENDLIST') continue;
    waiting.push(line);
    const duration = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    if (duration !== undefined) length = Number(duration);
    if (line.startsWith('#')) {
      // Everything before the first segment belongs to the whole list.
      if (segments.size === 0 && duration === undefined && length === 0)
        keptLines.push(...waiting.splice(0));
      continue;
    }
    if (seconds + length > limit + tolerance) break;
    seconds += length;
    segments.add(line);
    keptLines.push(...waiting);
    waiting = [];
  }
  return { text: [...keptLines, '#EXT-X-ENDLIST', ''].join('\n'), segments, seconds };
}

const stamp = /^(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)\s+-->/;

/** Truncates subtitles: cues that begin at the limit or later are omitted. */
export function cutSubtitles(vtt: string, limit: number): string {
  const blocks = vtt.replaceAll('\r\n', '\n').split(/\n{2,}/);
  const keptLines = blocks.filter((block) => {
    const match = block
      .split('\n')
      .map((line) => stamp.exec(line))
      .find(Boolean);
    if (!match) return true;
    const [, hours = '0', minutes, seconds] = match;
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) < limit;
  });
  return `${keptLines.join('\n\n').trimEnd()}\n`;
}
