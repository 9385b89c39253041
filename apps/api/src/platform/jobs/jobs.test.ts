import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/database.ts';
import type { Database } from '../database/database.ts';
import { type Jobs, createJobs } from './jobs.ts';

let database: Database;
const open: Jobs[] = [];
const done: string[] = [];
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(async () => {
  for (const jobs of open) await jobs.stop();
  await database.close();
});

interface Work {
  name: string;
}

/** A process with a worker of the queue. */
async function worker(queue: string, work: (data: Work) => Promise<void>): Promise<Jobs> {
  const jobs = createJobs(database.forJobs, database.kind, () => undefined);
  open.push(jobs);
  jobs.define(queue, work);
  await jobs.start();
  return jobs;
}

it('on shutdown a process finishes the running job; jobs it had fetched are run by another at once, none twice', async () => {
  const queue = `queue-${randomUUID()}`;
  const names = Array.from({ length: 10 }, (_, index) => `job ${index}`);
  const [held, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = createJobs(database.forJobs, database.kind, () => undefined);
  open.push(first);
  first.define<Work>(queue, async ({ name }) => {
    begun.resolve();
    await held.promise;
    done.push(name);
  });
  await first.start({ work: false });
  for (const name of names) await first.enqueue(database.db, queue, { name });
  await first.start();
  await begun.promise;
  const rested = first.rest();
  held.resolve();
  await rested;
  expect(done).toHaveLength(1);
  await worker(queue, async ({ name }) => void done.push(name));
  // A lease would expire after a minute.
  await expect.poll(() => done.length, { timeout: 15_000 }).toBe(names.length);
  expect([...done].sort()).toEqual(names);
});

it('a failed job is retried alone', async () => {
  const queue = `queue-${randomUUID()}`;
  const tried: string[] = [];
  const jobs = createJobs(database.forJobs, database.kind, () => undefined);
  open.push(jobs);
  jobs.define<Work>(queue, async ({ name }) => {
    tried.push(name);
    // Their order is not guaranteed.
    if (name === 'a' && tried.filter((item) => item === 'a').length === 1) throw new Error('once');
  });
  await jobs.start({ work: false });
  for (const name of ['a', 'b', 'c']) await jobs.enqueue(database.db, queue, { name });
  await jobs.start();
  await expect.poll(() => [...tried].sort(), { timeout: 15_000 }).toEqual(['a', 'a', 'b', 'c']);
});

it('a stopped worker can still enqueue jobs', async () => {
  const queue = `queue-${randomUUID()}`;
  const seen: string[] = [];
  const first = await worker(queue, async () => undefined);
  await first.rest();
  await first.enqueue(database.db, queue, { name: 'late' });
  await worker(queue, async ({ name }) => void seen.push(name));
  await expect.poll(() => seen, { timeout: 15_000 }).toEqual(['late']);
});
