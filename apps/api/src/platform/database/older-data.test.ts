import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { bringFrom, versions } from '../../../test/crash/older-data.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';

const api = await startApiForFile({ sample: true });
let url = '';
beforeAll(async () => {
  const { rows } = await api.db.execute<{ name: string }>(sql`select current_database() as name`);
  url = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), {
    pathname: `/${rows[0]?.name}`,
  }).href;
});

/** `npm run crash -- migrations` migrates a hundred thousand people from each version. */
const some = new Set([0, Math.floor(versions.length / 2)].map((index) => versions[index]!));

it.each([...some])('the data of %s is unchanged in the newest schema', async (tag) => {
  const { rows, wrong } = await bringFrom(tag, url);
  expect(wrong).toEqual([]);
  expect(rows).toBeGreaterThan(1000);
});
