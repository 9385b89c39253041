import type { Ingest } from './find.ts';

interface Places {
  /** `address:port` that streams come to. */
  listen: string;
  /** Where the API takes what is told of streams, without the event. */
  callbacks: string;
  folders: { hls: string; recordings: string };
  pid: string;
}

/** nginx as an ingest alone: takes a stream, asks the API whether it may, cuts HLS in pieces of two
 * seconds and records. Playing by RTMP is closed: pictures are handed out by the API. */
export function ingestConf(
  { module }: Ingest,
  { listen, callbacks, folders, pid }: Places,
): string {
  const tell = (event: string) => `on_${event} ${callbacks}/${event};`;
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
      ${tell('publish')}
      ${tell('update')}
      ${tell('publish_done')}
      ${tell('record_done')}
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
