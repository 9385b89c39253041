import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a migration does: the first word of its name. */
const verbs = ['add', 'allow', 'correct', 'drop', 'fill', 'guard', 'index', 'refuse'];
export const nameRule = `${verbs.join(', ')} and then what, as in add_order_remark`;

export const isTellingName = (name: string): boolean =>
  new RegExp(`^(${verbs.join('|')})(_[a-z0-9]{2,})+$`).test(name) && name.length >= 8;

/** The tables and, after them, what Drizzle does not manage. */
const baseline = ['0000_baseline', '0001_guards'];
const isSnapshot = (file: string) => file.endsWith('_snapshot.json');

/** Only the newest snapshot is needed, to find what the next migration changes. One table a line. */
export function keepNewestSnapshot(folder: string): void {
  const meta = join(folder, 'meta');
  const snapshots = readdirSync(meta).filter(isSnapshot).toSorted();
  const newest = snapshots.pop();
  for (const older of snapshots) rmSync(join(meta, older));
  if (!newest) return;
  const value: unknown = JSON.parse(readFileSync(join(meta, newest), 'utf8'));
  const lines = JSON.stringify(value, null, 1).replace(/\n( {3,}| {2}(?=[}\]]))/g, '');
  writeFileSync(join(meta, newest), `${lines}\n`);
}

export function findMigrationFaults(folder: string): string[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const tags = entries.map(({ tag }) => tag);
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const snapshots = readdirSync(join(folder, 'meta')).filter(isSnapshot);
  const newest = `${tags.at(-1)?.slice(0, 4)}_snapshot.json`;
  return [
    ...tags
      .filter((tag) => !baseline.includes(tag) && !isTellingName(tag.slice(5)))
      .map((tag) => `${tag}: the name does not say what it does: ${nameRule}`),
    ...files
      .filter((file) => !tags.includes(file.slice(0, -4)))
      .map((file) => `${file}: not in the journal, never applied`),
    ...(snapshots.length === 1 && snapshots[0] === newest
      ? []
      : [`meta: only ${newest} is kept, found ${snapshots.toSorted().join(', ')}`]),
  ];
}
