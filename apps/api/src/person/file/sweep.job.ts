import type { AppContext } from '../../platform/context/context.ts';
import { sweepSpool } from '../../platform/storage/spool.ts';
import { deleteFile, removeContent } from './delete.action.ts';
import { refusedMs, restMs } from './file.rules.ts';
import { restingFiles } from './file.store.ts';

export interface Checks {
  /** Checks a completely uploaded file, unless another process does. Never throws. */
  run(fileId: string): Promise<void>;
  /** Resolves when no check is running. */
  ended(): Promise<void>;
}

const every = 5000;
const batchSize = 50;
/** A check starts after the last byte; a file that still waits after this time has lost its
 * process. */
const grace = 3000;

/** Checks waiting files, removes inactive uploads and old rejected files, and removes the content
 * of deleted ones. Safe at any time in any number of processes. */
export async function sweepFiles(context: AppContext, checks: Checks): Promise<void> {
  const now = context.now();
  const before = (span: number) => new Date(now.getTime() - span);
  const forEachInBatches = async (
    rows: Promise<{ file_id: string }[]>,
    work: (fileId: string) => Promise<unknown>,
  ) => {
    for (const { file_id } of await rows) {
      if (context.stopping.aborted) return;
      await work(file_id).catch((error: unknown) =>
        context.log.error({ err: error, file_id }, 'sweep of files failed'),
      );
    }
  };
  const removeFile = (fileId: string) =>
    context.db.transaction((tx) => deleteFile(tx, fileId, now));
  const removeResting = (status: Parameters<typeof restingFiles>[1], span: number) =>
    restingFiles(context.db, status, before(span), now, batchSize);
  await forEachInBatches(removeResting('checking', grace), (id) => checks.run(id));
  await forEachInBatches(removeResting('uploading', restMs), removeFile);
  await forEachInBatches(removeResting('refused', refusedMs), removeFile);
  await forEachInBatches(removeResting('deleted', -1), (id) => removeContent(context, id));
}

/** Runs the sweep until it is stopped; `now` runs it at once. */
export function startSweeping(context: AppContext, checks: Checks): { now(): void; stop(): void } {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= sweepFiles(context, checks)
      .catch((error: unknown) => context.log.error({ err: error }, 'sweep of files failed'))
      .finally(() => (running = undefined));
  };
  const timer = setInterval(run, every);
  const spool = setInterval(() => void sweepSpool(context.settings), 3_600_000);
  return {
    now: run,
    stop: () => {
      clearInterval(timer);
      clearInterval(spool);
    },
  };
}
