import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { requireProgram } from './packages.ts';

/** ffmpeg, installed from Debian's packages if missing. */
export const requireFfmpeg = (): string =>
  requireProgram(() => ['/usr/bin/ffmpeg'].find(existsSync), ['ffmpeg']);

/** Creates a recording of a test picture and a tone with this duration in seconds, in the format of
 * the file extension. */
export function makeRecording(path: string, seconds: number, picture = true): void {
  const drawn = ['-f', 'lavfi', '-i', `testsrc=size=320x180:rate=25:duration=${seconds}`];
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
  execFileSync(requireFfmpeg(), ['-v', 'error', '-y', ...(picture ? drawn : []), ...tone, path]);
}
