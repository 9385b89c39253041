import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrationsFolder } from './database.ts';
import { openEmbedded } from './database.embedded.ts';
import { copyImage, imageKey } from './image.ts';

let folder = '';
let made = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cme-image-'));
  made = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const cached = () => readdirSync(at('cache')).toSorted();
const readContent = (name: string) => readFileSync(join(at(name), 'content'), 'utf8');

/** Stands for a database, which takes seconds: some of its files come later. */
async function make(draft: string): Promise<void> {
  made += 1;
  mkdirSync(draft);
  await new Promise(setImmediate);
  writeFileSync(join(draft, 'content'), 'of the image');
}
const copyTo = (name: string, key = 'key') => copyImage(at(name), key, make, at('cache'));

it('is made by the first new data folder, and copied to it and to the next', async () => {
  await copyTo('one');
  mkdirSync(at('two'));
  await copyTo('two');
  expect([readContent('one'), readContent('two'), made]).toEqual([
    'of the image',
    'of the image',
    1,
  ]);
});

it('of other migrations is another one', async () => {
  await copyTo('one');
  await copyTo('two', 'other');
  expect([made, cached()]).toEqual([2, ['key', 'other']]);

  cpSync(migrationsFolder, at('migrations'), { recursive: true });
  expect(imageKey(at('migrations'))).toBe(imageKey(migrationsFolder));
  const guards = join(at('migrations'), '0001_guards.sql');
  writeFileSync(guards, `${readFileSync(guards, 'utf8')}\n-- more`);
  expect(imageKey(at('migrations'))).not.toBe(imageKey(migrationsFolder));
});

it('that several make at once is complete for each of them, and stays once', async () => {
  const names = ['one', 'two', 'three'];
  await Promise.all(names.map((name) => copyTo(name)));
  expect(names.map(readContent)).toEqual(names.map(() => 'of the image'));
  expect([cached(), readdirSync(folder).toSorted()]).toEqual([
    ['key'],
    ['cache', ...names.toSorted()],
  ]);
});

it('leaves a data folder that holds something as it is', async () => {
  mkdirSync(at('one'));
  writeFileSync(join(at('one'), 'content'), 'of somebody');
  await copyTo('one');
  expect([readContent('one'), made]).toEqual(['of somebody', 0]);
});

it('that cannot be made or stored leaves the data folder to be created without it', async () => {
  const fail = async (draft: string) => {
    await make(draft);
    throw new Error('no space left');
  };
  await copyImage(at('one'), 'key', fail, at('cache'));
  writeFileSync(at('file'), '');
  await copyImage(at('one'), 'key', make, join(at('file'), 'cache'));
  expect([existsSync(at('one')), cached()]).toEqual([false, []]);
});

it('takes the place of those that nobody has made anew for a day', async () => {
  await copyTo('one', 'old');
  await copyTo('two', 'recent');
  const before = new Date(Date.now() - 2 * 86_400_000);
  utimesSync(join(at('cache'), 'old'), before, before);
  await copyTo('three');
  expect(cached()).toEqual(['key', 'recent']);
});

it('makes databases that know nothing of each other', async () => {
  const [one, two] = [await openEmbedded(at('one')), await openEmbedded(at('two'))];
  try {
    await one.db.execute(
      sql`insert into state_log (id, entity, entity_id, "from", "to", actor_type, actor_id, at) values ('1', 'order', '1', '', 'paid', 'system', '', now())`,
    );
    const count = sql`select count(*)::int as rows from state_log`;
    expect((await one.db.execute(count)).rows).toEqual([{ rows: 1 }]);
    expect((await two.db.execute(count)).rows).toEqual([{ rows: 0 }]);
    await expect(two.db.execute(sql`truncate state_log`)).rejects.toThrow();
  } finally {
    await one.close();
    await two.close();
  }
});
