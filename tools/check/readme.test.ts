import { execFileSync } from 'node:child_process';
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

it('the table of client state contains each group of the specification', () => {
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

const readLines = (file: string) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n');

it('every path that it names exists', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const paths = [...text.matchAll(/`((?:apps|libs|tools|e2e)\/[^`\s<*]+)`/g)].map(
    ([, path]) => path ?? '',
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('the root README has at most 200 lines', () => {
  expect(readLines('README.md').length).toBeLessThanOrEqual(200);
});

it.each(
  execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n'),
)('%s has no line longer than 200 characters', (file) => {
  expect(readLines(file).filter((line) => line.length > 200)).toEqual([]);
});
