import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const section =
  readFileSync(join(root, 'README.md'), 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith('Where state lives')) ?? '';
const rows = section
  .split('\n')
  .filter((line) => /^\| \w+ \|.*`/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );

it('the table of client state names each group of the specification', () => {
  const groups = ['common', 'siteState', 'headTopState', 'homeState', 'userlearn', 'trainingState'];
  expect([...new Set(rows.map(([group]) => group))]).toEqual(groups);
});

it.each(
  rows.map(([group = '', field = '', name = '', file = '']) => ({ group, field, name, file })),
)('$group $field is held by $name in $file', ({ name, file }) => {
  expect(existsSync(join(root, file)), file).toBe(true);
  expect(readFileSync(join(root, file), 'utf8')).toMatch(
    new RegExp(`(export (const|function) |function |^\\s*)${name}\\b`, 'm'),
  );
});
