import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHouse, type TestHouse } from '../test/house.ts';
import { isAway, isDuplicate, sqlState } from './database.ts';
import { site } from './modules/site/site.tables.ts';
import { insertSites } from './modules/site/site.store.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe('a transaction', () => {
  test('is nothing when it fails', async () => {
    const gone = house.db.transaction(async (tx) => {
      await tx.update(site).set({ slogan: 'lost' }).where(eq(site.site_id, 'main'));
      throw new Error('no');
    });
    await expect(gone).rejects.toThrow('no');
    expect(await slogan()).toBe('');
  });

  test('runs again when another one was in the way, and every writer finishes', async () => {
    await house.db.execute(sql`create table counter (id int primary key, value int not null)`);
    await house.db.execute(sql`insert into counter values (1, 0), (2, 0)`);
    const add = (first: number) =>
      house.db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ value: number }>(sql`select value from counter where id = ${first}`);
        await tx.execute(sql`update counter set value = ${(rows[0]?.value ?? 0) + 1} where id = ${first}`);
        await tx.execute(sql`update counter set value = value + 1 where id = ${3 - first}`);
      }, { isolationLevel: 'serializable' });
    await Promise.all(Array.from({ length: 12 }, (_, at) => add(1 + (at % 2))));
    const { rows } = await house.db.execute<{ value: number }>(sql`select value from counter order by id`);
    expect(rows.map(({ value }) => value)).toEqual([12, 12]);
  });

  test('does not run again for a failure that would repeat', async () => {
    let runs = 0;
    const twice = house.db.transaction(async (tx) => {
      runs += 1;
      await insertSites(tx, [{ site_id: 'main', site_name: '', site_short_name: '', domain: 'x' }]);
    });
    const error = await twice.catch((caught: unknown) => caught);
    expect([runs, sqlState(error), isDuplicate(error), isDuplicate(error, 'site_pkey'), isDuplicate(error, 'site_domain_unique'), isAway(error)]).toEqual([1, '23505', true, true, false, false]);
  });

  test('refuses to be asked past itself', async () => {
    await expect(house.db.transaction(async () => house.db.select().from(site))).rejects.toThrow();
    expect(await house.db.select().from(site)).not.toHaveLength(0);
  });
});

const slogan = async () => (await house.db.select().from(site).where(eq(site.site_id, 'main')))[0]?.slogan;

describe('a job', () => {
  test('is there only when its transaction is', async () => {
    const done: string[] = [];
    const worker = await openHouse({ jobs: true, define: (jobs) => jobs.define<{ name: string }>('trial', async ({ name }) => void done.push(name)) });
    const enqueue = (name: string, fails: boolean) =>
      worker.db.transaction(async (tx) => {
        await worker.house.jobs.enqueue(tx, 'trial', { name });
        if (fails) throw new Error('no');
      });
    await expect(enqueue('lost', true)).rejects.toThrow('no');
    await enqueue('kept', false);
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['kept']);
    await worker.close();
  });
});
