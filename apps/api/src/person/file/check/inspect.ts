import { Worker } from 'node:worker_threads';
import { damaged, type Inspection, type Verdict } from './verdict.ts';

/** Timeout for the inspection of one file. */
const timeoutMs = 60_000;

/** Inspects a file in a worker thread with its own memory limit and timeout: a file that exhausts
 * either is rejected without affecting other requests. */
export function inspect(inspection: Inspection): Promise<Verdict> {
  const { promise, resolve, reject } = Promise.withResolvers<Verdict>();
  const thread = new Worker(new URL('inspect.worker.ts', import.meta.url), {
    workerData: inspection,
    execArgv: [],
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 768 },
  });
  const timer = setTimeout(() => {
    resolve({ refused: damaged });
    void thread.terminate();
  }, timeoutMs);
  thread.once('message', resolve);
  thread.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ refused: damaged }) : reject(error),
  );
  thread.once('exit', () => reject(new Error('the check ended without a result')));
  return promise.finally(() => clearTimeout(timer));
}
