import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The projects whose builds and tests a change of one file makes stale. */
const affectedBy = (file: string): string[] =>
  JSON.parse(
    spawnSync(
      join(root, 'node_modules/.bin/nx'),
      ['show', 'projects', '--affected', `--files=${file}`, '--json'],
      { cwd: root, encoding: 'utf8' },
    ).stdout,
  ).sort();

it.each([
  ['libs/ui/src/index.ts', ['e2e', 'player', 'portal', 'testing', 'ui', 'user-centre']],
  [
    'libs/commons/src/auth-token/index.ts',
    [
      'api',
      'commons',
      'commons-host',
      'e2e',
      'edge',
      'player',
      'portal',
      'testing',
      'ui',
      'user-centre',
    ],
  ],
  ['apps/player/src/main.tsx', ['e2e', 'player']],
])('a change of %s reaches everything that stands on it', (file, projects) => {
  expect(affectedBy(file)).toEqual(projects);
});
