import type { Ingest } from './find.ts';

interface Places {
  /** `address:port` on which streams are received. */
  listen: string;
  /** URL of the API's stream callbacks, without the event. */
  callbacks: string;
  folders: { hls: string; recordings: string };
  pid: string;
}

/** Configuration of nginx as an ingest server: it receives a stream, asks the API for
 * authorisation, writes HLS segments of two seconds and records. Playback by RTMP is disabled: the
 * API serves the HLS. */
export function createIngestConfig(
  { module }: Ingest,
  { listen, callbacks, folders, pid }: Places,
): string {
  const notifyLine = (event: string) => `on_${event} ${callbacks}/${event};`;
  return `load_module ${module};
daemon off;
master_process off;
pid ${pid};
error_log stderr warn;
events {
  worker_connections 1024;
}
rtmp {
  server {
    listen ${listen};
    ping 10s;
    ping_timeout 5s;
    notify_method post;
    notify_update_timeout 5s;
    application live {
      live on;
      drop_idle_publisher 20s;
      allow publish all;
      deny play all;
      ${notifyLine('publish')}
      ${notifyLine('update')}
      ${notifyLine('publish_done')}
      ${notifyLine('record_done')}
      hls on;
      hls_nested on;
      hls_path ${folders.hls};
      hls_fragment 2s;
      hls_playlist_length 20s;
      record all;
      record_unique on;
      record_path ${folders.recordings};
    }
  }
}
`;
}
