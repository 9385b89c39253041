import { basename } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ulid } from 'ulid';
import type { AppContext } from '../../../platform/context/context.ts';
import { logState } from '../../../platform/state-log/state-log.store.ts';
import { ingestSecret, isSame, isStreamKey } from '../../../platform/settings/live-ingest.ts';
import { insertRecording, lockLive, updateLive } from '../ingest.store.ts';
import { endsWithStream, isOnAir, liveStatusAt, mayStream } from '../live.rules.ts';

/** A callback of nginx-rtmp, with the parameters of the stream. */
interface Said {
  name?: string;
  key?: string;
  path?: string;
}
type Event = 'publish' | 'update' | 'publish_done' | 'record_done';

/** Callbacks of the ingest: a stream started, is running, stopped, was recorded. The ingest
 * disconnects refused streams. `onRecorded` is called after a recording or an end was stored. */
export function registerIngest(
  app: FastifyInstance,
  context: AppContext,
  onRecorded: () => void,
): void {
  const secret = ingestSecret(context.settings);
  app.post<{ Params: { secret: string; event: string }; Body: Said }>(
    '/qm/ingest/:secret/:event',
    async ({ params, body }, reply) => {
      if (!isSame(params.secret, secret)) return reply.code(404).send();
      const isTaken = await handleEvent(context, params.event as Event, body);
      if (params.event === 'publish_done' || params.event === 'record_done') onRecorded();
      return reply.code(isTaken ? 204 : 403).send();
    },
  );
}

async function handleEvent(
  { db, settings, now }: AppContext,
  event: Event,
  { name = '', key = '', path = '' }: Said,
): Promise<boolean> {
  const at = now();
  if (event === 'publish' && !isStreamKey(settings, name, key, at)) return false;
  return db.transaction(async (tx) => {
    const live = await lockLive(tx, name);
    if (!live) return false;
    const from = liveStatusAt(live, at);
    if (event === 'publish' || event === 'update') {
      if (!mayStream(live, at)) return false;
      await updateLive(tx, name, { stream_seen_at: at, started_at: live.started_at ?? at });
      if (!isOnAir(live, at)) await log(from, 'living');
    } else if (event === 'publish_done') {
      const ends = from === 'living' && endsWithStream(live, at);
      await updateLive(tx, name, { stream_seen_at: null, ...(ends && { ended_at: at }) });
      if (ends) await log(from, 'ended');
    } else if (event === 'record_done') {
      await insertRecording(tx, {
        recording_id: ulid(at.getTime()),
        content_id: name,
        file: basename(path),
        recorded_at: at,
      });
    } else return false;
    return true;

    async function log(from: string, to: string): Promise<void> {
      await logState(tx, {
        entity: 'live',
        entity_id: name,
        from: from,
        to,
        actor_type: 'system',
        actor_id: 'ingest',
        at,
      });
    }
  });
}
