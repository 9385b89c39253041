import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type Graph, readGraph } from '../check/graph.ts';

const root = join(import.meta.dirname, '../..');
let graph: Graph;
beforeAll(() => void (graph = readGraph(root)));

/** The project that a file belongs to and its dependents, according to Nx. */
function findAffected(file: string): string[] {
  const owner = Object.entries(graph.nodes).find(([, { data }]) =>
    file.startsWith(`${data.root}/`),
  );
  const affected = new Set([owner?.[0] ?? '']);
  for (const name of affected)
    for (const [dependent, edges] of Object.entries(graph.dependencies))
      if (edges.some(({ target }) => target === name)) affected.add(dependent);
  return [...affected].sort();
}

const pages = ['player', 'portal', 'user-centre'];
const contractDependents = [
  'api',
  'area-build',
  'commons',
  'commons-host',
  'contract',
  'e2e',
  'edge',
  ...pages,
  'release',
  'sample',
  'shell',
  'testing',
  'ui',
];

/** For one file of each project, what is built and tested again. */
const table: [file: string, affected: string[]][] = [
  ['libs/contract/src/base/index.ts', contractDependents],
  [
    'libs/commons/src/auth-token/index.ts',
    contractDependents.filter(
      (item) => !['area-build', 'contract', 'release', 'sample'].includes(item),
    ),
  ],
  ['libs/release/src/index.ts', ['e2e', 'edge', 'release']],
  ['libs/storage/src/bucket.ts', ['api', 'e2e', 'edge', 'release', 'storage']],
  ['libs/area-build/src/rsbuild.ts', ['area-build', 'commons-host', 'e2e', ...pages]],
  ['libs/ui/src/index.ts', ['e2e', ...pages, 'shell', 'testing', 'ui']],
  ['libs/shell/src/index.ts', ['e2e', ...pages, 'shell', 'testing', 'ui']],
  ['libs/testing/src/index.ts', ['e2e', ...pages, 'shell', 'testing', 'ui']],
  ['libs/sample/src/ids.ts', ['api', 'e2e', 'sample']],
  ['apps/portal/src/main.tsx', ['e2e', 'portal']],
  ['apps/player/src/main.tsx', ['e2e', 'player']],
  ['apps/user-centre/src/main.tsx', ['e2e', 'user-centre']],
  ['apps/commons/src/all.ts', ['commons-host', 'e2e']],
  ['apps/edge/src/main.ts', ['e2e', 'edge']],
  ['apps/api/src/main.ts', ['api', 'e2e']],
  ['tools/start.ts', ['tools']],
  ['e2e/stack.ts', ['e2e']],
];

it.each(table)('a changed line in %s affects %j', (file, affected) => {
  expect(findAffected(file)).toEqual(affected.toSorted());
});

it('Nx builds and tests only the affected projects', () => {
  const file = 'apps/player/src/main.tsx';
  const args = ['affected', '-t', 'build', 'test', `--files=${file}`, '--graph=stdout'];
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/nx'), args, {
    cwd: root,
    encoding: 'utf8',
  });
  const { tasks } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    tasks: { tasks: Record<string, { target: { project: string; target: string } }> };
  };
  expect(Object.keys(tasks.tasks).sort()).toEqual(['player:build', 'player:test']);
});
