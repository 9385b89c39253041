import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import {
  type Db as JobsDatabase,
  fromDrizzle,
  type JobResult,
  PgBoss,
  type SendOptions,
} from 'pg-boss';
import type { Db } from '../database/database.ts';

/** Delayed work. Modules `define` their queues while they register; the process that serves also
 * works. */
export interface Jobs {
  /** The worker of a queue. It may run more than once for one job: make it safe to repeat. */
  define<Data extends object>(queue: string, work: (data: Data) => Promise<void>): void;
  /** Puts a job into the same transaction as the rest of `db`: no commit, no job. */
  enqueue(db: Db, queue: string, data: object, options?: SendOptions): Promise<void>;
  /** `work` false: only enqueues. */
  start(options?: { work: boolean }): Promise<void>;
  /** Begins no further job: those at hand are finished, those taken and not begun go back for
   * others to do. Jobs can still be enqueued. */
  rest(): Promise<void>;
  stop(): Promise<void>;
}

/** A job whose process was killed is taken up by another one after this long; its work ends
 * sooner. */
const expireInSeconds = 60;
const nobody = '00000000-0000-0000-0000-000000000000';

export function openJobs(
  database: JobsDatabase,
  kind: 'embedded' | 'postgres',
  complain: (error: Error) => void,
): Jobs {
  const boss = new PgBoss({
    db: database,
    backend: kind === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
  });
  boss.on('error', complain);
  const workers = new Map<string, (data: never) => Promise<void>>();
  let started = false;
  let resting = false;

  /** Each job has an end of its own: one that fails, or was not begun, leaves the others done. */
  async function inTurn(
    jobs: { id: string; data: never }[],
    work: (data: never) => Promise<void>,
  ): Promise<JobResult[]> {
    const results: JobResult[] = [];
    for (const { id, data } of jobs) {
      if (resting) results.push({ id, status: 'failed', output: { message: 'not begun' } });
      else
        results.push(
          await work(data).then(
            (): JobResult => ({ id, status: 'completed' }),
            (error: unknown): JobResult => ({ id, status: 'failed', output: error }),
          ),
        );
    }
    return results;
  }
  return {
    define(queue, work) {
      workers.set(queue, work);
    },
    async enqueue(db, queue, data, options) {
      await boss.send(queue, data, {
        retryLimit: 5,
        retryBackoff: true,
        expireInSeconds,
        ...options,
        db: fromDrizzle(db, sql),
      });
    },
    async start({ work: isWorking } = { work: true }) {
      await boss.start();
      started = true;
      for (const [queue, work] of workers) {
        await boss.createQueue(queue);
        // Makes the queue known to `send`, which would otherwise ask for it in the middle of
        // somebody's transaction.
        await boss.findJobs(queue, { id: nobody });
        // Reads the queue's row now: asked for first inside a transaction, the embedded database
        // would wait for itself.
        await boss.findJobs(queue, { id: randomUUID() });
        if (!isWorking) continue;
        const options = {
          batchSize: 50,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: 0.5,
          perJobResults: true,
        } as const;
        await boss.work<never, void, typeof options>(queue, options, (jobs) => inTurn(jobs, work));
      }
    },
    async rest() {
      resting = true;
      if (started) await Promise.all([...workers.keys()].map((queue) => boss.offWork(queue)));
    },
    async stop() {
      resting = true;
      if (started) await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}
