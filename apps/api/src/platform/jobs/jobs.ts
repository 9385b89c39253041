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

/** Background jobs. Rooms `define` their queues at registration; the serving process runs the
 * workers. */
export interface Jobs {
  /** The worker of a queue. A job may run more than once: make it idempotent. */
  define<Data extends object>(queue: string, work: (data: Data) => Promise<void>): void;
  /** Enqueues a job in the transaction of `db`: without a commit there is no job. */
  enqueue(db: Db, queue: string, data: object, options?: SendOptions): Promise<void>;
  /** `work` false: only enqueues. */
  start(options?: { work: boolean }): Promise<void>;
  /** Stops fetching: running jobs are finished, fetched jobs that were not started go back to the
   * queue. Jobs can still be enqueued. */
  rest(): Promise<void>;
  stop(): Promise<void>;
}

/** Lease of a job: after this time the job of a killed process is run by another one. */
const expireInSeconds = 60;
const nilUuid = '00000000-0000-0000-0000-000000000000';

export function createJobs(
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

  /** Each job completes separately: a failed or unstarted one does not affect the others. */
  async function processInTurn(
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
        // Creates the queue before `send`, which would otherwise look it up inside a transaction.
        await boss.findJobs(queue, { id: nilUuid });
        // Loads the queue's row now: a lookup inside a transaction would deadlock the embedded
        // database.
        await boss.findJobs(queue, { id: randomUUID() });
        if (!isWorking) continue;
        const options = {
          batchSize: 50,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: 0.5,
          perJobResults: true,
        } as const;
        await boss.work<never, void, typeof options>(queue, options, (jobs) =>
          processInTurn(jobs, work),
        );
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
