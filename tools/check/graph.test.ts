import { expect, it } from 'vitest';
import { type Graph, findGraphFaults } from './graph.ts';
import type { Tree } from './tree.ts';

const tree: Tree = {
  sources: [],
  manifests: {
    '': { name: 'cme' },
    'libs/ui': { name: '@cme/ui' },
    'apps/portal': { name: '@cme/portal', dependencies: { '@cme/ui': '*' } },
  },
  top: [],
};
const nodes = { ui: { data: { root: 'libs/ui' } }, portal: { data: { root: 'apps/portal' } } };
const findFaults = (dependencies: Graph['dependencies']) =>
  findGraphFaults({ nodes, dependencies }, tree).map((fault) => fault.text);

it('a graph with every declared edge passes', () => {
  expect(findFaults({ portal: [{ target: 'ui' }] })).toEqual([]);
});

it('a declared edge that is missing from the graph is reported', () => {
  expect(findFaults({ portal: [], ui: [] })).toContain(
    'the edge to @cme/ui is missing in the project graph',
  );
});

it('a graph without edges fails', () => {
  expect(findFaults({})).toContain('the project graph has no edges');
});
