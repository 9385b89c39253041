// A sample lecture: streams a sample video to today's sample live in a loop, as a teacher's OBS
// would.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { env } from 'node:process';
import { streamKey } from '@cme/api/settings/live-ingest';
import { readSettings } from '@cme/api/settings';
import { eventId } from '@cme/sample/events';
import { makeLecture, streamArguments } from './stream.ts';

const settings = readSettings(env);
const expires = Math.floor(Date.now() / 1000) + 86_400;
const key = streamKey(settings, eventId('main', 'live-first-aid-day'), expires);
const file = makeLecture(settings.ffmpeg, join(settings.dataDir, 'live'));
const pauseMs = 5000;
let ffmpeg: ChildProcess | undefined;
function run(): void {
  const ffmpegArgs = streamArguments(file, `${settings.liveRtmp}/${key}`);
  ffmpeg = spawn(settings.ffmpeg, ffmpegArgs, { stdio: ['ignore', 'ignore', 'ignore'] });
  ffmpeg.once('exit', () => {
    console.error('the sample lecture has stopped, restarting');
    setTimeout(run, pauseMs);
  });
}
run();
process.on('exit', () => ffmpeg?.kill('SIGKILL'));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));
