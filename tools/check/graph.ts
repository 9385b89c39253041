import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault, Tree } from './tree.ts';

export interface Graph {
  nodes: Record<string, { data: { root: string; metadata?: unknown } }>;
  dependencies: Record<string, { target: string }[]>;
}

/** Declared edges that are missing from the project graph: the build cache would return stale
 * builds. */
export function findGraphFaults(graph: Graph, tree: Tree): Fault[] {
  const nameAt = new Map(Object.entries(graph.nodes).map(([name, node]) => [node.data.root, name]));
  const folderOf = new Map(
    Object.entries(tree.manifests).map(([folder, manifest]) => [manifest.name, folder]),
  );
  const faults: Fault[] = [];
  let edges = 0;
  for (const [folder, manifest] of Object.entries(tree.manifests)) {
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
      if (!name.startsWith('@cme/')) continue;
      const target = nameAt.get(folderOf.get(name) ?? '');
      const isDeclared = graph.dependencies[nameAt.get(folder) ?? '']?.some(
        (edge) => edge.target === target,
      );
      if (isDeclared) edges += 1;
      else
        faults.push({
          at: `${folder}/package.json`,
          text: `the edge to ${name} is missing in the project graph`,
        });
    }
  }
  if (!edges) faults.push({ at: 'nx.json', text: 'the project graph has no edges' });
  return faults;
}

/** Reads the project graph that Nx uses for its cache. */
export function readGraph(root: string): Graph {
  const folder = mkdtempSync(join(tmpdir(), 'cme-graph-'));
  const file = join(folder, 'graph.json');
  try {
    const result = spawnSync(join(root, 'node_modules/.bin/nx'), ['graph', `--file=${file}`], {
      cwd: root,
      encoding: 'utf8',
    });
    if (result.status !== 0) throw new Error(`nx graph failed: ${result.stderr || result.stdout}`);
    return JSON.parse(readFileSync(file, 'utf8')).graph;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
