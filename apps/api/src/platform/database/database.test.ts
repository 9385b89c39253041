import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw, form } from '../../../test/ask.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { startBreakableProxy, type BreakableProxy } from '../../../test/wire.ts';
import { isAway, isDuplicate, sqlState } from './database.ts';
import { site } from '../sites/site.tables.ts';
import { insertSites } from '../sites/site.store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

describe('a transaction', () => {
  test('is rolled back when it fails', async () => {
    const gone = api.db.transaction(async (tx) => {
      await tx.update(site).set({ slogan: 'lost' }).where(eq(site.site_id, 'main'));
      throw new Error('no');
    });
    await expect(gone).rejects.toThrow('no');
    expect(await slogan()).toBe('');
  });

  test('is retried on conflicts until every writer finishes', async () => {
    await api.db.execute(sql`create table counter (id int primary key, value int not null)`);
    await api.db.execute(sql`insert into counter values (1, 0), (2, 0)`);
    const add = (first: number) =>
      api.db.transaction(
        async (tx) => {
          const { rows } = await tx.execute<{ value: number }>(
            sql`select value from counter where id = ${first}`,
          );
          await tx.execute(
            sql`update counter set value = ${(rows[0]?.value ?? 0) + 1} where id = ${first}`,
          );
          await tx.execute(sql`update counter set value = value + 1 where id = ${3 - first}`);
        },
        { isolationLevel: 'serializable' },
      );
    await Promise.all(Array.from({ length: 12 }, (_, index) => add(1 + (index % 2))));
    const { rows } = await api.db.execute<{ value: number }>(
      sql`select value from counter order by id`,
    );
    expect(rows.map(({ value }) => value)).toEqual([12, 12]);
  });

  test('is not retried after a permanent failure', async () => {
    let runs = 0;
    const twice = api.db.transaction(async (tx) => {
      runs += 1;
      await insertSites(tx, [{ site_id: 'main', site_name: '', site_short_name: '', domain: 'x' }]);
    });
    const error = await twice.catch((caught: unknown) => caught);
    expect([
      runs,
      sqlState(error),
      isDuplicate(error),
      isDuplicate(error, 'site_pkey'),
      isDuplicate(error, 'site_domain_unique'),
      isAway(error),
    ]).toEqual([1, '23505', true, true, false, false]);
  });

  test('refuses queries outside of it', async () => {
    await expect(api.db.transaction(async () => api.db.select().from(site))).rejects.toThrow();
    expect(await api.db.select().from(site)).not.toHaveLength(0);
  });
});

const slogan = async () =>
  (await api.db.select().from(site).where(eq(site.site_id, 'main')))[0]?.slogan;

describe('a job', () => {
  test('exists only if its transaction commits', async () => {
    const done: string[] = [];
    const worker = await startTestApi({
      jobs: true,
      define: (jobs) =>
        jobs.define<{ name: string }>('trial', async ({ name }) => void done.push(name)),
    });
    const enqueue = (name: string, fails: boolean) =>
      worker.db.transaction(async (tx) => {
        await worker.context.jobs.enqueue(tx, 'trial', { name });
        if (fails) throw new Error('no');
      });
    await expect(enqueue('lost', true)).rejects.toThrow('no');
    await enqueue('kept', false);
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['kept']);
    await worker.close();
  });
});

/** The embedded database runs inside the process, without a connection. */
const server = process.env.TEST_DATABASE_URL;
describe.each(server ? [server] : [])('the connection to PostgreSQL', (address) => {
  let wire: BreakableProxy;
  let distant: TestApi;
  beforeAll(async () => {
    wire = await startBreakableProxy(address);
    process.env.TEST_DATABASE_URL = wire.url;
    distant = await startTestApi({ poolSize: 4 }).finally(
      () => (process.env.TEST_DATABASE_URL = address),
    );
  });
  afterAll(async () => {
    wire.mend();
    await distant.close();
    await wire.close();
  });
  const logo = () =>
    sendRaw(`${distant.url}/qm/api/v5/site/logo`, {
      headers: form,
      body: 'full_domain_name=cme.localhost',
    });
  const write = () =>
    distant.db
      .transaction((tx) => tx.update(site).set({ slogan: 'x' }).where(eq(site.site_id, 'main')))
      .then(
        () => 'ok',
        (error: unknown) => (isAway(error) ? 'away' : String(error)),
      );

  test('breaks inside a transaction: the original error is reported', async () => {
    const broken = distant.db.transaction((tx) =>
      tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`),
    );
    const error = await broken.catch((caught: unknown) => caught);
    expect([sqlState(error), isAway(error)]).toEqual(['57P01', true]);
  });

  test('hangs: every call fails within the timeout, and works again afterwards', async () => {
    wire.hang();
    const began = performance.now();
    const [replies, writes] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, logo)),
      Promise.all(Array.from({ length: 12 }, write)),
    ]);
    expect(performance.now() - began).toBeLessThan(12_000);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 503));
    expect(writes).toEqual(writes.map(() => 'away'));
    wire.mend();
    await expect
      .poll(async () => [(await logo()).status, await write()], { timeout: 5000 })
      .toEqual([200, 'ok']);
  });

  test('breaks repeatedly: calls fail, no connection leaks, and the pool recovers', async () => {
    for (let index = 0; index < 3; index += 1) {
      const during = [write(), write(), logo()];
      wire.cut();
      expect([503, 200]).toContain(await logo().then(({ status }) => status));
      await Promise.all(during);
      wire.mend();
      await expect
        .poll(async () => [(await logo()).status, await write()], { timeout: 5000 })
        .toEqual([200, 'ok']);
    }
    expect(await Promise.all(Array.from({ length: 12 }, write))).toEqual(
      Array.from({ length: 12 }, () => 'ok'),
    );
  });
});
