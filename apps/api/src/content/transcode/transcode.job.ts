import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ulid } from 'ulid';
import type { AppContext } from '../../platform/context/context.ts';
import { FfmpegMissing, makeHls, NotPlayable, probe } from '../../platform/media/ffmpeg.ts';
import { keepMedia, removeMedia } from '../../platform/media/media-files.ts';
import { newPlace, receive } from '../../platform/storage/spool.ts';
import { filesFolder, openStorage } from '../../platform/storage/storage.ts';
import { replaceResource } from '../catalogue/write/resource.store.ts';
import { detachFiles } from '../../person/file/attach.action.ts';
import { findFile } from '../../person/file/file.store.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import { leaseMs, missingMs, mostTries, pauseAfter } from './transcode.rules.ts';
import { lockNext, setOfRun, setTranscode, type TranscodeRow } from './transcode.store.ts';

const every = 2000;
export const ownerType = 'transcode';

/** Transcodes one recording at a time in each process. The queue is the table: the job of a killed
 * process is taken over by the next one that gets its lease, which removes its files and starts
 * again. */
export function startTranscoding(context: AppContext): {
  now(): Promise<void>;
  stop(): Promise<void>;
} {
  let running: Promise<void> | undefined;
  const run = () =>
    (running ??= transcodeQueue(context)
      .catch((error: unknown) => context.log.error({ err: error }, 'transcoding'))
      .finally(() => (running = undefined)));
  const timer = setInterval(() => void run(), every);
  return {
    now: run,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function transcodeQueue(context: AppContext): Promise<void> {
  while (!context.stopping.aborted) {
    const row = await startNext(context);
    if (!row) return;
    await transcodeOne(context, row);
  }
}

async function startNext({ db, now, settings }: AppContext): Promise<TranscodeRow | undefined> {
  const transcode = await db.transaction(async (tx) => {
    const before = await lockNext(tx, now());
    if (!before) return undefined;
    const changes = {
      transcode_status: 'running' as const,
      percent: 0,
      reason: '',
      tries: before.tries + 1,
      run: newPlace(),
      place: newPlace(),
      lease_until: new Date(now().getTime() + leaseMs),
    };
    await setTranscode(tx, before.transcode_id, changes);
    return { left: before.place, row: { ...before, ...changes } };
  });
  if (transcode?.left) await removeMedia(settings, transcode.left);
  return transcode?.row;
}

async function transcodeOne(context: AppContext, row: TranscodeRow): Promise<void> {
  const { db, now, settings, stopping } = context;
  const aborter = new AbortController();
  const signal = AbortSignal.any([stopping, aborter.signal]);
  let percent = 0;
  const renew = async () => {
    const lease_until = new Date(now().getTime() + leaseMs);
    if (!(await setOfRun(db, row, { lease_until, percent }))) aborter.abort();
  };
  const renewing = setInterval(() => void renew().catch(() => undefined), 2000);
  const parent = join(filesFolder(settings), 'transcode');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, 't-'));
  try {
    const output = await make(context, row, folder, signal, (to) => (percent = to));
    clearInterval(renewing);
    await finish(context, row, output);
  } catch (error) {
    clearInterval(renewing);
    await removeMedia(settings, row.place);
    if (!aborter.signal.aborted) await requeue(context, row, error);
  } finally {
    clearInterval(renewing);
    await rm(folder, { recursive: true, force: true });
  }
}

interface Made {
  seconds: number;
  kind: 'video' | 'audio';
}

async function make(
  { db, settings }: AppContext,
  row: TranscodeRow,
  folder: string,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<Made> {
  const { ffmpeg } = settings;
  const source = join(folder, 'source');
  if (row.tries > mostTries) throw new NotPlayable('多次转码中断，请检查文件后重试');
  const file = await findFile(db, row.file_id);
  if (file?.file_status !== 'ready') throw new NotPlayable('上传的文件已删除，请重新上传');
  await receive(source, await openStorage(settings).read(file.object));
  const mediaInfo = await probe(ffmpeg, source, signal);
  const hlsFolder = join(folder, 'hls');
  await mkdir(hlsFolder);
  await makeHls({ ffmpeg, source, facts: mediaInfo, folder: hlsFolder, signal, onProgress });
  const { seconds } = await keepMedia(settings, row.place, hlsFolder);
  if (seconds < 1) throw new NotPlayable('时长不足1秒');
  return { seconds, kind: mediaInfo.hasVideo ? 'video' : 'audio' };
}

/** Publishes the result in the section, unless another attempt has taken over. */
async function finish(context: AppContext, row: TranscodeRow, output: Made): Promise<void> {
  const { db, now, settings } = context;
  const holdsLease = await db.transaction(async (tx) => {
    const set = {
      transcode_status: 'done' as const,
      percent: 100,
      seconds: output.seconds,
      finished_at: now(),
      lease_until: null,
    };
    if (!(await setOfRun(tx, row, set))) return false;
    await replaceResource(tx, row.section_id, { ...output, folder: row.place });
    await detachFiles(tx, { owner_type: ownerType, owner_id: row.transcode_id });
    await notifyFinished(tx, row, '视频转码完成', '已可在课程中学习。', now());
    return true;
  });
  if (!holdsLease) await removeMedia(settings, row.place);
}

/** Schedules another attempt, or fails permanently with a reason. A stopped process and a machine
 * without ffmpeg use up no attempt. */
async function requeue(context: AppContext, row: TranscodeRow, error: unknown): Promise<void> {
  const { db, now, log, stopping } = context;
  const getLater = (ms: number) => new Date(now().getTime() + ms);
  const waiting = {
    transcode_status: 'waiting' as const,
    lease_until: null,
    place: '',
    percent: 0,
  };
  if (stopping.aborted)
    return void (await setOfRun(db, row, { ...waiting, tries: row.tries - 1, next_at: now() }));
  if (error instanceof FfmpegMissing) {
    log.warn({ transcode_id: row.transcode_id }, 'no ffmpeg: recordings wait');
    const reason = `${error.message}，安装后自动继续`;
    const next_at = getLater(missingMs);
    return void (await setOfRun(db, row, { ...waiting, tries: row.tries - 1, reason, next_at }));
  }
  const isFinal = error instanceof NotPlayable || row.tries >= mostTries;
  if (!isFinal) {
    log.warn({ err: error, transcode_id: row.transcode_id }, 'transcoding failed, retrying');
    const reason = `第${row.tries}次转码失败，稍后自动重试`;
    return void (await setOfRun(db, row, {
      ...waiting,
      reason,
      next_at: getLater(pauseAfter(row.tries)),
    }));
  }
  const reason = error instanceof NotPlayable ? error.message : '多次转码失败，请检查文件后重试';
  log.error(
    { err: error, transcode_id: row.transcode_id, alarm: 'transcode' },
    'transcoding failed',
  );
  await db.transaction(async (tx) => {
    const set = { ...waiting, transcode_status: 'failed' as const, reason, finished_at: now() };
    if (await setOfRun(tx, row, set))
      await notifyFinished(tx, row, '视频转码失败', `${reason}。`, now());
  });
}

async function notifyFinished(
  tx: AppContext['db'],
  row: TranscodeRow,
  title: string,
  words: string,
  at: Date,
): Promise<void> {
  const name = (await findFile(tx, row.file_id))?.name ?? '';
  await insertMessages(tx, [
    {
      id: ulid(at.getTime()),
      site_id: row.site_id,
      user_id: row.created_by,
      kind: 'system',
      title,
      text: `“${name}”：${words}`,
      created_at: at,
    },
  ]);
}
