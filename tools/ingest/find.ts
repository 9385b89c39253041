import { existsSync } from 'node:fs';
import { openFfmpeg } from '../ffmpeg.ts';
import { need } from '../packages.ts';

const nginx = '/usr/sbin/nginx';
const module = '/usr/lib/nginx/modules/ngx_rtmp_module.so';

export interface Ingest {
  nginx: string;
  module: string;
}

/** nginx with its RTMP module, where this machine has them. */
export const findIngest = (): Ingest | undefined =>
  existsSync(nginx) && existsSync(module) ? { nginx, module } : undefined;

/** What a lecture needs, installed where it is missing and can be: the ingest, and ffmpeg. */
export function needIngest(): Ingest {
  need(() => (findIngest() ? nginx : undefined), ['nginx', 'libnginx-mod-rtmp']);
  openFfmpeg();
  return { nginx, module };
}
