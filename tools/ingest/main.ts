// The ingest server for live streams: nginx with its RTMP module, restarted when it exits. Reads
// the same environment as the API, and INGEST_LISTEN (address:port).
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { ingestSecret, liveFolders } from '@cme/api/settings/live-ingest';
import { readSettings } from '@cme/api/settings';
import { findIngest } from './find.ts';
import { createIngestConfig } from './nginx-conf.ts';

const settings = readSettings(env);
const folders = liveFolders(settings);
const folder = join(settings.dataDir, 'live');
const configFile = join(folder, 'nginx.conf');
const ingest = findIngest();
if (!ingest) {
  console.error('no ingest server: nginx and libnginx-mod-rtmp are not installed');
  process.exit(1);
}
for (const folder of [folders.hls, folders.recordings])
  mkdirSync(folder, { recursive: true, mode: 0o700 });
writeFileSync(
  configFile,
  createIngestConfig(ingest, {
    listen: env['INGEST_LISTEN'] || '127.0.0.1:1935',
    callbacks: `http://127.0.0.1:${settings.apiPort}/qm/ingest/${ingestSecret(settings)}`,
    folders,
    pid: join(folder, 'nginx.pid'),
  }),
  // The file contains the secret of the callbacks.
  { mode: 0o600 },
);

const pauseMs = 2000;
let nginx: ChildProcess | undefined;
let ending = false;
function run(program: string): void {
  nginx = spawn(program, ['-p', folder, '-c', configFile], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  nginx.once('exit', (code, signal) => {
    if (ending) process.exit(0);
    console.error(`nginx exited (${code ?? signal}), restarting`);
    setTimeout(() => ending || run(program), pauseMs);
  });
}
run(ingest.nginx);
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    ending = true;
    nginx?.kill('SIGTERM');
  });
process.on('exit', () => nginx?.kill('SIGKILL'));
