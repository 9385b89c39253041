import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  onEmbedded,
  onPostgresOnly,
  pageProjects,
  plainProjects,
  sameEverywhere,
  toProjectName,
} from './projects.ts';

const root = join(import.meta.dirname, '../..');
const find = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (path) => /node_modules|dist/.test(path) });

/** Alternatives of a pattern, each of which stands for files. */
const toAlternatives = (pattern: string): string[] => {
  const [, before = '', words, after = ''] = /^(.*?)\{([^}]+)\}(.*)$/.exec(pattern) ?? [];
  return words ? words.split(',').map((word) => before + word + after) : [pattern];
};

it('every project with tests is tested', () => {
  const tested = [...plainProjects, ...pageProjects, 'apps/api'];
  const withTests = new Set(
    find('{apps,libs}/*/**/*.test.{ts,tsx}').map((path) => path.split('/').slice(0, 2).join('/')),
  );
  expect([...withTests].sort()).toEqual(tested.toSorted());
});

it('every tested project has the target that runs its tests', () => {
  const readTargets = (folder: string) => {
    const { nx } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      nx: { name: string; targets: object };
    };
    return { name: nx.name, hasTest: 'test' in nx.targets };
  };
  for (const folder of [...plainProjects, ...pageProjects])
    expect(readTargets(folder)).toEqual({ name: toProjectName(folder), hasTest: true });
});

it.each(
  [...new Set([...sameEverywhere, ...onPostgresOnly, ...onEmbedded])].flatMap(toAlternatives),
)('%s names files that exist', (pattern) => {
  expect(find(pattern)).not.toEqual([]);
});
