import { existsSync } from 'node:fs';
import { requireFfmpeg } from '../programs/ffmpeg.ts';
import { requireProgram } from '../programs/packages.ts';

const nginx = '/usr/sbin/nginx';
const module = '/usr/lib/nginx/modules/ngx_rtmp_module.so';

export interface Ingest {
  nginx: string;
  module: string;
}

/** nginx with its RTMP module, if installed. */
export const findIngest = (): Ingest | undefined =>
  existsSync(nginx) && existsSync(module) ? { nginx, module } : undefined;

/** Programs for live streaming, installed if missing and possible: the ingest server and ffmpeg. */
export function requireIngest(): Ingest {
  requireProgram(() => (findIngest() ? nginx : undefined), ['nginx', 'libnginx-mod-rtmp']);
  requireFfmpeg();
  return { nginx, module };
}
