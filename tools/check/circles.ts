import { posix } from 'node:path';
import { type Fault, findImports, isTest, type Tree } from './tree.ts';

// Own code: dependency-cruiser needs TypeScript below 7, with which this workspace compiles, and
// oxlint's import/no-cycle, which is on, sees circles of files alone, not of folders.

/** For each folder the folders that it imports, each with one import that does so. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, string>>;

function readGraph(tree: Tree): Graph {
  const graph = new Map<string, Map<string, string>>();
  for (const file of tree.sources) {
    if (isTest(file.path)) continue;
    const folder = posix.dirname(file.path);
    for (const { specifier, line } of findImports(file)) {
      if (!specifier.startsWith('.')) continue;
      const imported = posix.dirname(posix.join(folder, specifier));
      if (imported === folder) continue;
      const importedFolders = graph.get(folder) ?? new Map<string, string>();
      graph.set(folder, importedFolders);
      if (!importedFolders.has(imported)) importedFolders.set(imported, `${file.path}:${line}`);
    }
  }
  return graph;
}

/** The shortest way from a folder back to itself, without the end; undefined if there is none. */
function findCircle(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const folder of queue)
    for (const imported of graph.get(folder)?.keys() ?? []) {
      if (imported === start) {
        const circle = [folder];
        for (let at = cameFrom.get(folder); at !== undefined; at = cameFrom.get(at))
          circle.unshift(at);
        return circle;
      }
      if (cameFrom.has(imported)) continue;
      cameFrom.set(imported, folder);
      queue.push(imported);
    }
  return undefined;
}

/** Folders that import each other in a circle, types included. */
export function findCircleFaults(tree: Tree): Fault[] {
  const graph = readGraph(tree);
  const faults: Fault[] = [];
  const reported = new Set<string>();
  for (const start of [...graph.keys()].toSorted()) {
    const circle = reported.has(start) ? undefined : findCircle(graph, start);
    if (!circle) continue;
    for (const folder of circle) reported.add(folder);
    const steps = circle.map((folder, index) => {
      const next = circle[index + 1] ?? start;
      return `${next} (${graph.get(folder)?.get(next)})`;
    });
    faults.push({ at: start, text: `imports itself in a circle: ${steps.join(' → ')}` });
  }
  return faults;
}
