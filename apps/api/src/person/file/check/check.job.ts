import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileKinds } from '@cme/contract/person';
import type { AppContext } from '../../../platform/context/context.ts';
import { createSemaphore } from '../../../platform/locks/semaphore.ts';
import { isFull, reportFull } from '../../../platform/storage/full.ts';
import { newPlace, receive, spoolPath } from '../../../platform/storage/spool.ts';
import { openStorage } from '../../../platform/storage/storage.ts';
import { leaseMs, mostTries } from '../file.rules.ts';
import {
  deleteParts,
  type FileRow,
  leaseFile,
  lockFile,
  readFileParts,
  setFile,
} from '../file.store.ts';
import { displayName } from '../name.rules.ts';
import type { Checks } from '../sweep.job.ts';
import { inspect } from './inspect.ts';
import { ScannerUnavailableError, virusIn } from './scanner.client.ts';
import type { Verdict } from './verdict.ts';

/** Each process checks two files at a time. The queue is in their rows: files that a process does
 * not get to, or held when it was killed, are taken up by the sweep. */
export function createCheckQueue(context: AppContext): Checks {
  const turns = createSemaphore({ permits: 2, waiting: 100, perAsker: 100 });
  const running = new Map<string, Promise<void>>();
  return {
    run(fileId) {
      const existing = running.get(fileId);
      if (existing) return existing;
      const work = turns
        .run(() => check(context, fileId))
        .catch((error: unknown) =>
          context.log.error({ err: error, file_id: fileId }, 'checking a file failed'),
        )
        .finally(() => running.delete(fileId));
      running.set(fileId, work);
      return work;
    },
    ended: async () => void (await Promise.all(running.values())),
  };
}

async function check(context: AppContext, fileId: string): Promise<void> {
  const { db, now, settings } = context;
  if (context.stopping.aborted) return;
  const until = () => new Date(now().getTime() + leaseMs);
  const row = await leaseFile(db, fileId, 'checking', now(), until());
  if (!row) return;
  const renewing = setInterval(
    () => void setFile(db, fileId, { lease_until: until() }).catch(() => undefined),
    leaseMs / 3,
  );
  const paths = { whole: await spoolPath(settings), rewritten: await spoolPath(settings) };
  try {
    if (row.tries > mostTries)
      return await settle(context, row, { refused: '文件多次检查失败，请重新上传' });
    await assemble(context, row, paths.whole);
    const verdict = await judgeFile(context, row, paths);
    await settle(context, row, verdict);
  } catch (error) {
    const isFullNow = isFull(error);
    const isWaiting = isFullNow || error instanceof ScannerUnavailableError;
    await setFile(db, fileId, { lease_until: null, ...(isWaiting && { tries: row.tries - 1 }) });
    if (!isFullNow) throw error;
    reportFull(context.log, error);
  } finally {
    clearInterval(renewing);
    for (const path of Object.values(paths)) await rm(path, { force: true });
  }
}

/** The concatenated parts as one local file. */
async function assemble({ db, settings }: AppContext, row: FileRow, path: string): Promise<void> {
  const parts = await readFileParts(db, row.file_id);
  const storage = openStorage(settings);
  const size = await receive(
    path,
    (async function* () {
      for (const { object } of parts) yield* await storage.read(object);
    })(),
  );
  if (size !== row.size) throw new Error(`${size} bytes instead of ${row.size}`);
}

async function judgeFile(
  { settings, log }: AppContext,
  row: FileRow,
  { whole, rewritten }: { whole: string; rewritten: string },
): Promise<Verdict> {
  const virus = settings.scanner && (await virusIn(settings.scanner, whole));
  if (virus) {
    log.warn({ file_id: row.file_id, virus }, 'virus found in an upload');
    return { refused: '文件含有病毒，已删除' };
  }
  return inspect({ path: whole, rewritten, formats: fileKinds[row.kind].formats });
}

/** Writes the verdict if the file still waits for it, and removes its other objects. */
async function settle(context: AppContext, row: FileRow, verdict: Verdict): Promise<void> {
  const { db, settings, now } = context;
  const storage = openStorage(settings);
  const set: Partial<FileRow> = { touched_at: now(), lease_until: null, tries: 0 };
  if ('refused' in verdict) Object.assign(set, { file_status: 'refused', reason: verdict.refused });
  else {
    const { size } = await stat(verdict.path);
    const sha256 = await hashFile(verdict.path);
    const object = `${row.place}/f-${newPlace()}`;
    await storage.put(object, verdict.path);
    const name = displayName(row.name, verdict.format);
    Object.assign(set, {
      file_status: 'ready',
      format: verdict.format,
      name,
      size,
      sha256,
      object,
    });
  }
  const live = await db.transaction(async (tx) => {
    const before = await lockFile(tx, row.file_id);
    if (before?.file_status !== 'checking') return before?.object ?? '';
    await setFile(tx, row.file_id, set);
    await deleteParts(tx, row.file_id);
    return set.object ?? '';
  });
  const keys = await storage.list(row.place);
  await storage.remove(keys.filter((key) => key !== live));
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
