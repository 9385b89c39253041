import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrationsFolder } from './database.ts';
import { findMigrationFaults, isTellingName, keepNewestSnapshot } from './migration-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cme-files-'));
  cpSync(migrationsFolder, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** As the generator leaves it: one more migration, and one more snapshot. */
function addMigration(name: string): void {
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as {
    entries: { idx: number; when: number; tag: string }[];
  };
  const last = journal.entries.at(-1)!;
  const number = String(last.idx + 1).padStart(4, '0');
  const tag = `${number}_${name}`;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(folder, `${tag}.sql`), 'alter table "site" add column "motto" text;');
  cpSync(
    join(folder, `meta/${last.tag.slice(0, 4)}_snapshot.json`),
    join(folder, `meta/${number}_snapshot.json`),
  );
}

it.each(['add_order_remark', 'fill_unit_of_orders', 'guard_refunds', 'drop_beats'])(
  'a migration may be called %s',
  (name) => expect(isTellingName(name)).toBe(true),
);

it.each([
  'misty_name',
  'lumpy_wolverine',
  'guards',
  'first',
  'add',
  'add_x',
  'order_remark',
  'addremark',
  'Add_Remark',
  'add_remark;rm',
])('a migration may not be called %s', (name) => expect(isTellingName(name)).toBe(false));

it('the check names a migration whose name does not say what it does', () => {
  addMigration('misty_name');
  keepNewestSnapshot(folder);
  expect(findMigrationFaults(folder)).toEqual([
    expect.stringMatching(/_misty_name: the name does not say what it does: add, /),
  ]);
});

it('the check names a file that is never applied', () => {
  writeFileSync(join(folder, '0099_add_order_remark.sql'), '');
  expect(findMigrationFaults(folder)).toEqual([
    '0099_add_order_remark.sql: not in the journal, never applied',
  ]);
});

it('only the newest snapshot is kept, with one table a line', () => {
  addMigration('add_site_motto');
  expect(findMigrationFaults(folder)).toEqual([expect.stringMatching(/^meta: only /)]);
  keepNewestSnapshot(folder);
  expect(findMigrationFaults(folder)).toEqual([]);
  const [snapshot = '', ...others] = readdirSync(join(folder, 'meta')).filter((name) =>
    name.endsWith('_snapshot.json'),
  );
  expect(others).toEqual([]);
  const text = readFileSync(join(folder, 'meta', snapshot), 'utf8');
  const { tables } = JSON.parse(text) as { tables: object };
  expect(text.split('\n').length).toBeLessThan(Object.keys(tables).length + 30);
});
