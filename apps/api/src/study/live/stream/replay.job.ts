import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ulid } from 'ulid';
import type { AppContext } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { remuxHls } from '../../../platform/media/remux.ts';
import { keepMedia } from '../../../platform/media/media-files.ts';
import { logState, system } from '../../../platform/state-log/state-log.store.ts';
import { readContent } from '../../../content/catalogue/catalogue.store.ts';
import { addReplay } from '../../../content/catalogue/write/replay.write.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';
import { findCurrentLearning } from '../../learning/learning.store.ts';
import { markSection } from '../../learning/mark-section.action.ts';
import { liveFolders } from '../../../platform/settings/live-ingest.ts';
import { livesRecorded, lockLive, readRecordings, updateLive } from '../ingest.store.ts';
import { hasAttended, isOnAir, liveStatusAt } from '../live.rules.ts';
import { readAttendances } from '../room/room.store.ts';

const replayQueue = 'live_replay';
const everyMs = 20_000;
/** A job without a result for this long is considered lost. */
const lostMs = 2 * 3_600_000;

/** Enqueues a job for each ended live with a recording, in the transaction that marks it. */
export async function startReplays({ db, jobs, now }: AppContext): Promise<void> {
  const at = now();
  const lostBefore = new Date(at.getTime() - lostMs);
  for (const { content_id } of await livesRecorded(db, lostBefore))
    await db.transaction(async (tx) => {
      const live = await lockLive(tx, content_id);
      if (!live || live.replay_id || isOnAir(live, at)) return;
      if (live.recorded_at ? live.recorded_at >= lostBefore : liveStatusAt(live, at) !== 'ended')
        return;
      await updateLive(tx, content_id, { recorded_at: at });
      if (!live.recorded_at) await log(tx, content_id, 'ended', 'transcoding', at);
      await jobs.enqueue(tx, replayQueue, { content_id }, { expireInSeconds: lostMs / 1000 });
    });
}

/** Builds the replay from the recordings, stores it, and publishes it. May run again after a crash,
 * which leaves an unused folder in the storage. */
export async function makeReplay(
  context: AppContext,
  completion: CompletionEffects,
  contentId: string,
): Promise<void> {
  const { db, settings, stopping } = context;
  const recordings = await readRecordings(db, contentId);
  const folders = liveFolders(settings);
  const work = join(settings.dataDir, 'live', 'work');
  await mkdir(work, { recursive: true });
  const scratch = await mkdtemp(join(work, 'replay-'));
  try {
    const sources = recordings.map(({ file }) => join(folders.recordings, file));
    const hlsFolder = join(scratch, 'hls');
    await mkdir(hlsFolder);
    await remuxHls({
      ffmpeg: settings.ffmpeg,
      sources,
      scratch,
      folder: hlsFolder,
      signal: stopping,
    });
    await writeFile(join(hlsFolder, 'zh.vtt'), 'WEBVTT\n');
    const place = randomBytes(16).toString('hex');
    const { seconds } = await keepMedia(settings, place, hlsFolder);
    await db.transaction((tx) =>
      openReplay(tx, completion, { contentId, place, seconds }, context.now()),
    );
    for (const source of sources) await rm(source, { force: true });
    await rm(join(folders.hls, contentId), { recursive: true, force: true });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The recording becomes a section like that of a course. Learners who attended long enough have
 * completed it. */
async function openReplay(
  tx: Db,
  completion: CompletionEffects,
  { contentId, place, seconds }: { contentId: string; place: string; seconds: number },
  now: Date,
): Promise<void> {
  const live = await lockLive(tx, contentId);
  const content = await readContent(tx, contentId);
  if (!live || !content || live.replay_id) return;
  const { resource_id, section_id } = await addReplay(tx, {
    content_id: contentId,
    title: content.title,
    resource_id: ulid(now.getTime()),
    folder: place,
    seconds,
  });
  await updateLive(tx, contentId, { replay_id: resource_id });
  await log(tx, contentId, 'transcoding', 'replay', now);
  for (const { user_id, watched_ms } of await readAttendances(tx, contentId)) {
    const learning = await findCurrentLearning(tx, user_id, contentId);
    if (!learning || !hasAttended(watched_ms, seconds)) continue;
    const { learning_id } = learning;
    await markSection(tx, completion, { learning_id, section_id, to: 'finished', by: system }, now);
  }
}

const log = (tx: Db, entityId: string, from: string, to: string, at: Date) =>
  logState(tx, { entity: 'live', entity_id: entityId, from, to, ...system, at });

/** Returns a function that checks at once whether a replay can be built. */
export function registerReplays(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
): () => void {
  context.jobs.define<{ content_id: string }>(replayQueue, ({ content_id }) =>
    makeReplay(context, completion, content_id),
  );
  const poll = () =>
    void startReplays(context).catch((error: unknown) =>
      context.log.error({ err: error }, 'building replays of lives failed'),
    );
  const timer = setInterval(poll, everyMs);
  app.addHook('onListen', poll);
  app.addHook('preClose', async () => clearInterval(timer));
  return poll;
}
