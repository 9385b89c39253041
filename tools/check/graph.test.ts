import { expect, it } from 'vitest';
import { type Graph, graphFaults } from './graph.ts';
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
const faults = (dependencies: Graph['dependencies']) =>
  graphFaults({ nodes, dependencies }, tree).map((fault) => fault.text);

it('a graph with every declared edge passes', () => {
  expect(faults({ portal: [{ target: 'ui' }] })).toEqual([]);
});

it('a declared edge that is missing from the graph is reported', () => {
  expect(faults({ portal: [], ui: [] })).toContain(
    'the edge to @cme/ui is missing in the project graph',
  );
});

it('a graph without edges fails', () => {
  expect(faults({})).toContain('the project graph has no edges');
});
